// <klog-demo> at odd moments and in odd places: asked anew while it stops, told what it knows,
// in another document, in a page that is written from the right.

import { expect } from "@playwright/test";

import { elementOn, hear, put, tag, test } from "./element.js";
import { languages, sizes } from "./fixture.js";

/** An element as an author has it in hand. @typedef {HTMLElement & Record<string, any>} Tag */

const SAME = languages.en.identical(sizes.recovery);

test("asked anew while what was asked for stops, it begins anew, and nothing has failed",
  async ({ page, write }) => {
    const heard = await hear(page);
    for (const moment of /** @type {const} */ (["stop", "reset", "lang", "leave"])) {
      await write({ tags: tag('demo="recovery" lang="en"') });
      const state = await elementOn(page).host.evaluate(async (element, what) => {
        const demo = /** @type {Tag} */ (element);
        void demo.run();
        if (what === "lang") demo.lang = "th";
        else if (what === "leave") {
          const { parentElement } = demo;
          demo.remove();
          await null;
          await null;
          parentElement?.append(demo);
        } else demo[what]();
        const result = await demo.run();
        return result?.state ?? "nothing";
      }, moment);
      expect(state, moment).toBe("same");
      expect(await heard("error"), moment).toEqual([]);
    }
  });

test("an element that fetches at once does so too for the demo that it becomes",
  async ({ page, site, write }) => {
    const heard = await hear(page);
    await write({ tags: "<div id=there></div>" + tag('demo="produce" lang="en"') });
    await page.evaluate(() => {
      const demo = /** @type {Tag} */ (document.createElement("klog-demo"));
      demo.loading = "eager";
      document.querySelector("#there")?.append(demo);
      demo.demo = "dedup";
    });
    await expect.poll(() => heard("ready")).toHaveLength(1);
    expect(site.requests.filter((path) => path.endsWith(".wasm"))).toHaveLength(1);
  });

test("an attribute that is set to what it is changes nothing", async ({ page, write }) => {
  await write({ tags: tag('demo="recovery" now-ms="1700000000000" lang="en"') });
  const { host, run, status } = elementOn(page);
  await run.click();
  await expect(status).toHaveText(SAME);
  await host.evaluate((element) => {
    for (const name of element.getAttributeNames()) {
      element.setAttribute(name, element.getAttribute(name) ?? "");
    }
    element.setAttribute("theme", "dark");
    element.setAttribute("timeout", "9000");
  });
  await expect(status).toHaveText(SAME);
});

test("a script's run leads nobody away from where they write", async ({ page, write }) => {
  await write({ tags: `<input aria-label="mine">${tag('demo="dedup" seq="x" lang="en"')}` });
  const mine = page.getByRole("textbox", { name: "mine" });
  await mine.focus();
  const { host, status, flag } = elementOn(page);
  await host.evaluate((element) => /** @type {Tag} */ (element).run());
  await expect(status).toHaveText("Not run: --seq is wrong.");
  await expect(flag("--seq")).toHaveAttribute("aria-invalid", "true");
  await expect(mine).toBeFocused();
});

test("in another document, and back again, it wears its styles", async ({ page, write }) => {
  await write({ tags: `<iframe title="other"></iframe>${tag('demo="recovery" lang="en"')}` });
  const { host } = elementOn(page);
  const heights = await host.evaluate((element) => {
    const height = () => getComputedStyle(/** @type {Element} */ (
      element.shadowRoot?.querySelector("[part=run]"))).minHeight;
    const { contentDocument: other } = /** @type {HTMLIFrameElement} */ (
      document.querySelector("iframe"));
    other?.body.append(element);
    const there = height();
    document.body.append(element);
    return [there, height()];
  });
  expect(heights).toEqual(["44px", "44px"]);
});

test("a page that is written from the right turns nothing of it around",
  async ({ page, site, write }) => {
    const style = put(site, "lesson/right.css", "html { direction: rtl }");
    await write({ head: `<link rel="stylesheet" href="${style}">`,
      tags: tag('demo="produce" section="acks" lang="en"') });
    const { host, run, status } = elementOn(page);
    await run.click();
    await expect(status).toHaveText(/^Identical: /);
    await host.getByText("The output's bytes").click();
    const turned = await host.evaluate((element) =>
      [...element.shadowRoot?.querySelectorAll("[part=controls] *, .body, .body *") ?? []]
        .filter((each) => getComputedStyle(each).direction !== "ltr").length);
    expect(turned).toBe(0);
    const cells = await host.getByRole("row").filter({ hasText: "10 → 11" }).first()
      .getByRole("cell").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
    const columns = cells.slice(0, 3); // below them is what the row means
    expect(columns).toEqual([...columns].sort((a, b) => a - b));
  });

test("keys that move in a picture do not reach the page", async ({ page, write }) => {
  await write({ tags: tag('demo="produce" section="acks" lang="en"') });
  const { host, run, status } = elementOn(page);
  await run.click();
  await expect(status).toHaveText(/^Identical: /);
  await host.getByText("Pictures of this run").click();
  await page.evaluate(() => document.addEventListener("keydown", ({ key }) =>
    document.documentElement.setAttribute("data-heard", key)));
  await host.getByRole("button", { name: /Next/ }).first().press("ArrowLeft");
  await page.keyboard.press("Escape");
  await expect(page.locator("html")).toHaveAttribute("data-heard", "Escape");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("html")).toHaveAttribute("data-heard", "Escape");
});

test("the page for frames is in the reader's language, unless its address says one",
  async ({ page, site }) => {
    for (const [hash, reset] of /** @type {const} */ ([["demo=dedup", "Reset"],
      ["demo=dedup&lang=th", "คืนค่า"]])) {
      await page.goto("about:blank");
      await page.goto(`${site.url}embed.html#${hash}`);
      await expect(page.getByRole("button", { name: reset })).toBeVisible();
    }
  });
