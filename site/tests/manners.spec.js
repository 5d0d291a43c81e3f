// What a page of somebody's own must never notice: no globals, no strangers asked, no page that
// scrolls sideways.

import { expect } from "@playwright/test";

import { languages, open, sizes, test } from "./fixture.js";

test("nothing is put on the global object, of the page or of the worker",
  async ({ page, site }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, "atFirst", { value: Object.getOwnPropertyNames(globalThis) });
    });
    const demo = await open({ page, site }, "en", "produce");
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.produce));
    const added = await page.evaluate(() => {
      const first = new Set(Reflect.get(document, "atFirst"));
      return Object.getOwnPropertyNames(globalThis).filter((name) => !first.has(name));
    });
    expect(added).toEqual([]);
    site.spoil(/blank\.js$/, ({ headers }) => ({
      status: 200, headers: { ...headers, "content-type": "text/javascript" },
      body: Buffer.from("onmessage = null;"),
    }));
    const blank = page.waitForEvent("worker");
    await page.evaluate((url) => void new Worker(url), `${site.url}blank.js`);
    const names = () => Object.getOwnPropertyNames(globalThis).sort();
    const [engine] = page.workers();
    expect(await engine?.evaluate(names)).toEqual(await (await blank).evaluate(names));
  });

test("no request leaves the origin, and nothing of the engine is fetched before Run",
  async ({ page, site }) => {
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    const demo = await open({ page, site }, "th", "produce");
    await page.waitForLoadState("networkidle");
    expect(asked.filter((url) => /wasm|worker/.test(url))).toEqual([]);
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.th.identical(sizes.produce));
    expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([]);
  });

test("the console stays silent", async ({ page, site }) => {
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  const demo = await open({ page, site }, "en", "dedup");
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.dedup));
  await demo.flag("--seq").fill("0..0");
  await demo.run.click();
  await expect(demo.status).toHaveText(/^Your run: /);
  expect(said).toEqual([]);
});

for (const lang of /** @type {const} */ (["th", "en"])) {
  test(`${lang}: at 320 pixels the page does not scroll sideways`, async ({ page, site }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const demo = await open({ page, site }, lang, "produce");
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(320);
    await demo.run.click();
    await expect(demo.status).toHaveText(languages[lang].identical(sizes.produce));
    expect(await width()).toBe(320);
    await demo.flag("--batches").fill("64");
    await demo.run.click();
    await expect(demo.status).not.toHaveText(languages[lang].identical(sizes.produce));
    await demo.flag("--acks").fill("one or the other, whichever it may be that is meant here");
    await demo.run.click();
    await expect(demo.flag("--acks")).toBeFocused();
    expect(await width()).toBe(320);
  });
}
