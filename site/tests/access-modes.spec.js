// Readers with settings of their own: in the dark, with colours of their own, without motion.
// Whatever the page shows can be read then, and nothing is told by motion alone.

import { expect } from "@playwright/test";

import { TEXT, faint } from "./inks.js";
import { pages, pagesWith } from "./pages.js";
import { test } from "./seen.js";
import { answerAll, runDemos, settled, stepThrough } from "./use.js";

/** @import { Page } from "@playwright/test" */

for (const [name, reader] of Object.entries({
  "in the dark": { dark: true }, "in colours of the reader's own": { forced: true },
})) {
  test(`every page can be read ${name}`, async ({ look, site, browserName }) => {
    test.skip(browserName === "webkit" && "forced" in reader, "WebKitGTK has no forced colours");
    const page = await look(reader);
    for (const { path } of pages) {
      await page.goto(site.url + path);
      await settled(page);
      expect.soft(await page.evaluate(faint, TEXT), `/${path}`).toEqual([]);
    }
  });
}

/**
 * Counts what moves from now on.
 * @param {Page} page
 */
async function countMotion(page) {
  await page.evaluate(() => {
    let moved = 0;
    for (const kind of ["animationstart", "transitionrun"]) {
      window.addEventListener(kind, () => {
        moved += 1;
        document.documentElement.setAttribute("data-moved", String(moved));
      }, true);
    }
  });
  return async () => Number(await page.locator("html").getAttribute("data-moved") ?? 0);
}

test("who wants no motion sees none, and others do", async ({ look, site }) => {
  test.slow(); // every step of every picture, twice
  const [chapter] = pagesWith('class="picture"');
  if (!chapter) return;
  for (const still of [true, false]) {
    const page = await look({ still });
    await page.goto(site.url + chapter.path);
    const moved = await countMotion(page);
    await stepThrough(page);
    await runDemos(page, chapter.lang);
    if (!still) {
      await expect.poll(moved).toBeGreaterThan(0);
      continue;
    }
    await answerAll(page, chapter.lang);
    expect(await moved()).toBe(0);
  }
});
