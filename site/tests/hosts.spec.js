// Hosts as they are: two copies of the site on one origin, a file that is said to be packed and is
// not.

import { expect } from "@playwright/test";

import { demoOn, languages, open, sizes, test } from "./fixture.js";
import { serve } from "./server.js";

/** @import { Page } from "@playwright/test" */

/** What a browser keeps for the page's origin, by name. @param {Page} page */
const kept = (page) => page.evaluate(async () => [
  ...Object.keys(localStorage), ...Object.keys(window.sessionStorage), ...await caches.keys(),
  ...(await window.indexedDB.databases()).map(({ name }) => name ?? ""),
]);

test("copies below /a/ and /a/b/ share nothing", async ({ page }) => {
  const site = await serve({ roots: ["/a/", "/a/b/"] });
  const ran = () => page.locator("section.demo[data-demo=recovery] .section-status")
    .filter({ hasText: /^Reproduced in this browser before/ });
  await page.goto(`${site.url}a/en/demos.html`);
  const demo = demoOn(page, "en", "recovery");
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
  const ofFirst = await kept(page);
  expect(ofFirst.length).toBeGreaterThan(0);
  for (const name of ofFirst) expect(name).toMatch(/ \/a\/$/);

  await page.goto(`${site.url}a/b/en/demos.html`);
  await expect(demo.status).toHaveText("Ready.");
  await expect(ran()).toHaveCount(0);
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
  const ofBoth = await kept(page);
  expect(ofBoth.filter((name) => !ofFirst.includes(name)).length).toBe(ofFirst.length);
  await page.getByRole("button", { name: "Clear progress" }).click();
  await expect(page.getByText("Cleared.")).toBeVisible();
  await expect(ran()).toHaveCount(0);

  await page.goto(`${site.url}a/en/demos.html`);
  await expect(ran()).not.toHaveCount(0);
  await site.close();
});

test("the program is said to be packed and is not", async ({ page, site, browserName }) => {
  site.spoil(/\.wasm$/, ({ headers, ...answer }) =>
    ({ ...answer, headers: { ...headers, "content-encoding": "gzip" } }));
  for (const lang of /** @type {const} */ (["th", "en"])) {
    const demo = await open({ page, site }, lang, "recovery");
    await demo.run.click();
    if (browserName === "webkit") { // it takes the bytes as they are
      await expect(demo.status).toHaveText(languages[lang].identical(sizes.recovery));
      continue;
    }
    await expect(demo.alert).toHaveText(lang === "th"
      ? /^file ของ engine .* เสีย หรือเป็น file อื่น|^โหลด file ของ engine .* ไม่ได้/
      : /^The engine's file .* (is damaged or is something else|can't be fetched)/);
  }
  site.mend();
  const demo = demoOn(page, "en", "recovery");
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
});
