// The course saved from several tabs, and again where the host has another build by now: nobody's
// press does what the button did not say.

import { expect } from "@playwright/test";

import { built, derived } from "./deploy.js";
import { cachesOf, footOf, isSaved, registrations, save, test } from "./offline.js";
import { gate } from "./server.js";

test("save, pressed in a second tab while the first one saves, joins it and removes nothing",
  async ({ page, server, context }) => {
    const wasm = gate();
    server.spoil(/\.wasm$/, wasm.hold);
    await page.goto(`${server.origin}/en/`);
    await footOf(page, "en").save.click();
    await expect(footOf(page, "en").stop).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${server.origin}/en/primer.html`);
    await footOf(other, "en").save.click();
    await expect(footOf(other, "en").stop).toBeVisible();
    wasm.letGo();
    await isSaved(page, "en", built());
    await isSaved(other, "en", built());
    expect(Object.keys(await cachesOf(page)).length).toBe(2);
  });

test("stop, pressed in the second tab, stops it in both", async ({ page, server, context }) => {
  const wasm = gate();
  server.spoil(/\.wasm$/, wasm.hold);
  await page.goto(`${server.origin}/en/`);
  await footOf(page, "en").save.click();
  const other = await context.newPage();
  await other.goto(`${server.origin}/en/primer.html`);
  const foot = footOf(other, "en");
  await foot.save.click();
  await foot.stop.click();
  await expect(foot.said("Stopped. Nothing is saved.")).toBeVisible();
  await expect(footOf(page, "en").save).toBeVisible();
  wasm.letGo();
  expect(await cachesOf(page)).toEqual({});
  await expect.poll(() => registrations(page)).toEqual([]);
});

test("removed, and saved again from a host that has another build by now: that one is saved",
  async ({ page, server }) => {
    const foot = await save(page, `${server.origin}/en/`, "en");
    const second = derived(built(), (path, bytes) =>
      path.endsWith(".html") ? `${bytes}<!-- another -->` : bytes);
    server.deploy("/", second);
    await foot.remove.click();
    await expect(foot.said(foot.words.removed)).toBeVisible();
    await foot.save.click();
    await isSaved(page, "en", second);
  });
