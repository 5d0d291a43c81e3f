// What runs where: a demo is run in each of the matrix' rows, and what the page shows of it is
// what HOSTING.md says. UPDATE_MATRIX=1, with --workers=1, writes the document's cells anew.

import { expect } from "@playwright/test";

import { built, host } from "./deploy.js";
import { test } from "./disk.js";
import { languages, sizes } from "./fixture.js";
import { documented, hold, others, quoted, rows } from "./matrix.js";
import { save } from "./offline.js";
import { serve } from "./server.js";

/** @import { FrameLocator, Page } from "@playwright/test" */
/** @import { Seen } from "./matrix.js" */

const FRAME = /\/frame\.html$/;

/**
 * Runs a demo as a reader would, and says what came of it.
 * @param {Page | FrameLocator} root
 * @returns {Promise<Seen>}
 */
async function seenIn(root) {
  const demo = root.locator("section.demo[data-demo=recovery]").first();
  const [run, status, alert] = [demo.getByRole("button", { name: "Run", exact: true }),
    demo.locator(".status"), demo.getByRole("alert")];
  await expect(demo).toContainText("== broker restart"); // the golden output can be read
  const noStyle = root.locator(".no-style");
  const first = await noStyle.isVisible() ? [await noStyle.innerText()] : [];
  if (await run.isDisabled()) {
    return { kind: "read", words: quoted(...first, await status.innerText()) };
  }
  await run.click();
  await expect(status).toHaveAttribute("data-state", /^(same|failed|differs)$/);
  const said = await alert.isVisible() ? [...first, await alert.innerText()] : first;
  const verdict = await status.innerText();
  if (verdict === languages.en.identical(sizes.recovery)) {
    const isMakeshift = said.some((words) => /the engine ran in the page itself/.test(words));
    return { kind: isMakeshift ? "page" : "worker", words: quoted(...said) };
  }
  expect(verdict).toBe("Can't run.");
  return { kind: "read", words: quoted(...said) };
}

/**
 * What a page asks of other servers, and what in it has failed unseen.
 * @param {Page} page
 * @param {string} own
 * @param {string} engine
 */
function strangersTo(page, own, engine) {
  /** @type {string[]} */
  const asked = [];
  // The others tell of what they block in the same way.
  if (engine === "chromium") page.on("pageerror", ({ message }) => asked.push(message));
  page.context().on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(own) && !/^(data|blob|about):/.test(url)) asked.push(url);
  });
  return asked;
}

for (const row of rows) {
  test(`hosted: ${row.name}`, async ({ page, browserName }) => {
    const { root = "/", framed } = row;
    const site = await serve({ roots: [root] });
    try {
      const asked = strangersTo(page, site.url, browserName);
      row.set(site);
      site.spoil(FRAME, () => ({
        status: 200, headers: { "content-type": "text/html" },
        body: Buffer.from("<!doctype html><title>frame</title>"
          + '<iframe sandbox="allow-scripts" src="en/demos.html" width="1000" height="600">'),
      }));
      await page.goto(`${site.url}${root.slice(1)}${framed ? "frame.html" : "en/demos.html"}`);
      hold(row, browserName, await seenIn(framed ? page.frameLocator("iframe") : page));
      expect(asked).toEqual([]);
    } finally {
      await site.close();
    }
  });
}

test(`saved: ${others.offline.name}`, async ({ page, browserName }) => {
  const server = await host();
  try {
    const asked = strangersTo(page, server.origin, browserName);
    server.deploy("/", built());
    await save(page, `${server.origin}/en/`, "en");
    await server.goDown();
    await page.goto(`${server.origin}/en/demos.html`);
    hold(others.offline, browserName, await seenIn(page));
    expect(asked).toEqual([]);
  } finally {
    await server.close();
  }
});

test(`from a disk: ${others.zip.name}`, async ({ page, disk, browserName }) => {
  const asked = strangersTo(page, "file:", browserName);
  await page.goto(disk.urlOf("en/demos.html"));
  hold(others.zip, browserName, await seenIn(page));
  expect(asked).toEqual([]);
});

test(`from a disk: ${others.single.name}`, async ({ page, disk, browserName }) => {
  const asked = strangersTo(page, "file:", browserName);
  await page.goto(disk.singleURL("#/en/demos.html"));
  hold(others.single, browserName, await seenIn(page));
  expect(asked).toEqual([]);
});

test("the document has these rows and no others", () => {
  const names = [...rows, ...Object.values(others)].map(({ name }) => name);
  expect(documented()).toEqual(names);
});
