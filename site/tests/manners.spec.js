// What a page of somebody's own must never notice: no globals, no strangers asked, no page that
// scrolls sideways.

import { expect } from "@playwright/test";

import { languages, listen, open, sizes, test } from "./fixture.js";
import { begunWith } from "./server.js";

test("nothing is put on the global object, of the page or of the worker",
  async ({ page, site }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, "atFirst", { value: Object.getOwnPropertyNames(globalThis) });
    });
    site.spoil(/worker\.[^/]*\.js$/, begunWith(`{
      const first = new Set(Object.getOwnPropertyNames(globalThis));
      const line = new BroadcastChannel("names");
      line.onmessage = () => line.postMessage(
        Object.getOwnPropertyNames(globalThis).filter((name) => !first.has(name)));
    }`));
    const demo = await open({ page, site }, "en", "produce");
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.produce));
    const added = await page.evaluate(() => {
      const first = new Set(Reflect.get(document, "atFirst"));
      return Object.getOwnPropertyNames(globalThis).filter((name) => !first.has(name)
        && !name.startsWith("__pw")); // the test driver's own
    });
    expect(added).toEqual([]);
    const ofWorker = await page.evaluate(() => new Promise((resolve) => {
      const line = new BroadcastChannel("names");
      line.onmessage = ({ data }) => resolve(data);
      line.postMessage("which?");
    }));
    expect(ofWorker).toEqual([]);
  });

test("no request leaves the origin, and nothing of the engine is fetched before Run",
  async ({ page, site }) => {
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    const demo = await open({ page, site }, "th", "produce");
    await expect(demo.run).toBeEnabled();
    // The page has come, and there is nothing left that it does by itself.
    // WebKitGTK does not say when it is idle.
    await page.evaluate(() => new Promise((resolve) =>
      (window.requestIdleCallback ?? setTimeout)(resolve)));
    expect(asked.filter((url) => /wasm|worker/.test(url))).toEqual([]);
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.th.identical(sizes.produce));
    expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([]);
  });

test("the console stays silent", async ({ page, site }) => {
  const said = listen(page);
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
    const beyond = () => page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth; // a scroll bar may take some of the 320 pixels
    });
    expect(await beyond()).toBe(0);
    await demo.run.click();
    await expect(demo.status).toHaveText(languages[lang].identical(sizes.produce));
    expect(await beyond()).toBe(0);
    await demo.flag("--batches").fill("64");
    await demo.run.click();
    await expect(demo.status).not.toHaveText(languages[lang].identical(sizes.produce));
    await demo.flag("--acks").fill("one or the other, whichever it may be that is meant here");
    await demo.run.click();
    await expect(demo.flag("--acks")).toBeFocused();
    expect(await beyond()).toBe(0);
  });
}
