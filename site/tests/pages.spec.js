// Every page, with everything on it pressed: each demo comes to "identical", each answer is
// answered, nothing is asked of another server, the console stays silent; and then axe finds
// nothing, every word can be told from its ground in every set of colours, and all of it fits a
// phone. One long test a page, since pressing everything is what takes the time.
//
// axe is run from outside, so that the pages' policy need not be loosened. It reads the same
// document in every browser: beside Chromium it looks at the fullest state alone.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect } from "@playwright/test";

import { listen, test } from "./fixture.js";
import { misfits } from "./fit.js";
import { TEXT, faint } from "./inks.js";
import { pages } from "./pages.js";
import { settled, useAll } from "./use.js";

/** @import { Page } from "@playwright/test" */

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8");

/**
 * What axe says against the page as it stands.
 * @param {Page} page
 */
async function violations(page) {
  await settled(page);
  return page.evaluate(async () => {
    const run = Reflect.get(globalThis, "axe").run;
    /** @type {{ violations: { id: string, help: string, nodes: { html: string,
     *   failureSummary: string }[] }[] }} */
    const found = await run(document, { resultTypes: ["violations"] });
    return found.violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, failureSummary }) =>
      `${id}: ${help}\n  ${html.slice(0, 200)}\n  ${failureSummary}`));
  });
}

/** Firefox takes the first alone from its driver: access-modes.spec.js has the others there, and
 * in WebKitGTK. */
const looks = /** @type {const} */ ([
  { colorScheme: "light", forcedColors: "none" }, { colorScheme: "light", forcedColors: "active" },
  { colorScheme: "dark", forcedColors: "active" }, { colorScheme: "dark", forcedColors: "none" },
]);

for (const { path, lang } of pages) {
  test(`/${path}: all of it works, from its own server, for everybody`,
    async ({ page, site, browserName }) => {
      test.slow();
      const isChromium = browserName === "chromium";
      /** @type {string[]} */
      const strangers = [];
      const said = listen(page);
      page.context().on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(site.url) && !url.startsWith("data:")) strangers.push(url);
      });

      await page.goto(site.url + path);
      expect.soft(site.requests.filter((file) => /engine|worker|wasm/.test(file))).toEqual([]);
      await page.evaluate(axe);
      if (isChromium) expect.soft(await violations(page), "axe, unused").toEqual([]);
      await useAll(page, lang);
      expect.soft(await violations(page), "axe, used").toEqual([]);
      expect.soft(strangers).toEqual([]);
      expect.soft(said).toEqual([]);

      for (const look of isChromium ? looks : looks.slice(0, 1)) {
        await page.emulateMedia(look);
        await settled(page);
        expect.soft(await page.evaluate(faint, TEXT), JSON.stringify(look)).toEqual([]);
      }
      if (isChromium) expect.soft(await violations(page), "axe, used, dark").toEqual([]);

      for (const details of await page.locator("details").all()) {
        await details.evaluate((element) => element.setAttribute("open", ""));
      }
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 640 });
        expect.soft(await page.evaluate(misfits), `${width} pixels`).toEqual([]);
      }
    });
}
