// The engine's client is a script that the page fetches when something is run for the first
// time: what comes in its place is told in words, and Run works again after the cause is gone.

import { expect } from "@playwright/test";

import { DEMOS, demoOn, languages, open, sizes, test } from "./fixture.js";
import { begunWith, empty, gate, half, html, missing, patient, silent } from "./server.js";

/** @import { Fault } from "./server.js" */

const CLIENT = /\/engine\.[^/]*\.js$/;

/** @type {[string, Fault, { th: RegExp, en: RegExp }][]} */
const faults = [
  ["missing", missing, {
    th: /^ไม่มี file ของ engine \(engine\..*\.js\) บน server · HTTP 404 · .* กด Run อีกครั้ง$/,
    en: /^The engine's file engine\..*\.js is missing on the server \(HTTP 404\)\. .* press Run/,
  }],
  ["HTML", html, {
    th: /^server ส่งหน้า HTML มาแทน file ของ engine/,
    en: /^The server sends a page of HTML in place of the engine's file/,
  }],
  ["empty", empty, {
    th: /^file ของ engine .* ว่างเปล่า/, en: /^The engine's file .* is empty/,
  }],
  ["half of it", half, {
    th: /^file ของ engine .* เสีย หรือเป็น file อื่น/,
    en: /^The engine's file .* is damaged or is something else/,
  }],
  ["nothing at all", silent, {
    th: /^server ไม่ส่ง file ของ engine \(engine\..*\.js\) มาเลย รอมา 0\.9 วินาที/,
    en: /^The server sends nothing of the engine's file engine\..*\.js: no byte came for 0\.9 sec/,
  }],
];

for (const [name, fault, says] of faults) {
  test(`the engine's client is ${name}`, async ({ page, site }) => {
    for (const lang of /** @type {const} */ (["th", "en"])) {
      if (fault === silent) site.spoil(DEMOS, patient(900));
      site.spoil(CLIENT, fault);
      const demo = await open({ page, site }, lang, "recovery");
      await demo.run.click();
      await expect(demo.alert).toHaveText(says[lang]);
      await expect(demo.status).toHaveText(lang === "th" ? "รันไม่ได้" : "Can't run.");
      await expect(demo.run).toBeFocused();
      site.mend();
    }
    const demo = demoOn(page, "en", "recovery");
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
    await expect(demo.alert).toBeHidden();
  });
}

test("whoever only reads fetches nothing of the engine, and whoever runs fetches it once",
  async ({ page, site }) => {
    const asked = (/** @type {RegExp} */ file) =>
      site.requests.filter((path) => file.test(path)).length;
    const demo = await open({ page, site }, "en", "recovery");
    const other = demoOn(page, "en", "dedup");
    await expect(demo.status).toHaveText("Ready.");
    expect([asked(CLIENT), asked(/\.wasm$/), asked(/\/worker\./)]).toEqual([0, 0, 0]);
    await demo.run.click();
    await other.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
    await expect(other.status).toHaveText(languages.en.identical(sizes.dedup));
    expect([asked(CLIENT), asked(/\.wasm$/), asked(/\/worker\./)]).toEqual([1, 1, 1]);
  });

test("a run is stopped while the client comes, and the next goes on", async ({ page, site }) => {
  const { hold, letGo } = gate();
  site.spoil(CLIENT, hold);
  const demo = await open({ page, site }, "en", "recovery");
  await demo.run.click();
  await expect(demo.status).toHaveText("Loading the engine …");
  await demo.stop.click();
  await expect(demo.status).toHaveText(/^Stopped/);
  letGo();
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
});

test("the client leaves the page's global object as it is", async ({ page, site }) => {
  site.spoil(CLIENT, begunWith("globalThis.namesBefore = Object.getOwnPropertyNames(globalThis);"));
  const demo = await open({ page, site }, "en", "recovery");
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
  const added = await page.evaluate(() => {
    const scope = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (globalThis));
    const before = /** @type {string[]} */ (scope.namesBefore);
    return Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
  });
  expect(added).toEqual(["namesBefore"]);
});
