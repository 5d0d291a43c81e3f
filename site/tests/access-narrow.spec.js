// A window of 1280 pixels magnified to 400 %: 320 pixels, with a quarter of the height. A phone's
// 320 with everything used is in pages.spec.js.

import { expect } from "@playwright/test";

import { misfits } from "./fit.js";
import { pages } from "./pages.js";
import { test } from "./seen.js";
import { settled } from "./use.js";

test("every page fits a window magnified to 400 %", async ({ look, site }) => {
  const page = await look({ width: 320, height: 256, scale: 4 });
  for (const { path } of pages) {
    await page.goto(site.url + path);
    await settled(page);
    expect.soft(await page.evaluate(misfits), `/${path}`).toEqual([]);
  }
});
