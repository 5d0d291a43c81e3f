// What a host answers with where no file is: the same page at every address, with its way back.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { expect } from "@playwright/test";

import { dist } from "./dist.js";
import { misfits } from "./fit.js";
import { test } from "./fixture.js";

/** @import { Site } from "./server.js" */

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** @param {Site} site */
function answerAsHosts(site) {
  site.spoil(/\/nowhere/, ({ headers }) => ({
    status: 404, headers: { ...headers, "content-type": "text/html; charset=utf-8" },
    body: readFileSync(join(dist, "404.html")),
  }));
}

for (const [at, links] of /** @type {const} */ ([
  ["nowhere.html", [["หน้าแรกของ folder นี้", ""]]],
  ["en/nowhere", [["The first page in this folder", "en/"],
    ["หน้าแรกของ folder ที่อยู่เหนือขึ้นไป", ""]]],
])) {
  test(`/${at}: the page for a missing file has its style, fits a phone and leads back`,
    async ({ page, site }) => {
      answerAsHosts(site);
      await page.setViewportSize({ width: 320, height: 640 });
      for (const [name, to] of links) {
        await page.goto(site.url + at);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("ไม่มีหน้านี้");
        expect(await page.evaluate(misfits)).toEqual([]);
        expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("17px");
        await page.getByRole("link", { name }).first().click();
        await expect(page).toHaveURL(`${site.url}${to}index.html`);
      }
    });
}

test("axe finds nothing on the page for a missing file", async ({ page, site, browserName }) => {
  test.skip(browserName !== "chromium", "axe says the same of it in Chromium");
  answerAsHosts(site);
  await page.goto(`${site.url}nowhere.html`);
  await page.evaluate(readFileSync(AXE, "utf8"));
  const { violations } = await page.evaluate(() =>
    /** @type {{ axe: { run: () => Promise<{ violations: { id: string }[] }> } }} */ (
      /** @type {unknown} */ (globalThis)).axe.run());
  expect(violations.map(({ id }) => id)).toEqual([]);
});
