// Many elements, and long use: they share what was fetched and one worker, and leave nothing
// behind when they go.

import { expect } from "@playwright/test";

import { FALLBACK, elementOn, tag, test, watch, words } from "./element.js";
import { languages, sizes } from "./fixture.js";

/** @import { Page } from "@playwright/test" */
/** @import { Name } from "./fixture.js" */

const names = /** @type {Name[]} */ (Object.keys(sizes));
const TIMES = 100;
/** So many times take all the memory that one ever needs. */
const WARM = 20;

/** @typedef {HTMLElement & { run: () => Promise<unknown>, state: string }} Tag */

/**
 * What the page holds, once what nobody needs is gone. Chromium alone tells.
 * @param {Page} page
 */
async function held(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const counters = await session.send("Memory.getDOMCounters");
  await session.detach();
  return { bytes: usedSize, nodes: counters.nodes, listeners: counters.jsEventListeners };
}

test(`${TIMES} times put in and taken out, ${TIMES * names.length} runs: nothing is left`,
  async ({ page, site, write }) => {
    test.setTimeout(300_000);
    await write({ tags: "<div id=place></div>" });
    let warm = { bytes: NaN, nodes: NaN, listeners: NaN };
    for (let time = 1; time <= TIMES; time++) {
      const states = await page.evaluate(async (demos) => {
        const all = demos.map((demo) => {
          const element = /** @type {Tag} */ (document.createElement("klog-demo"));
          element.setAttribute("demo", demo);
          element.setAttribute("lang", "en");
          document.querySelector("#place")?.append(element);
          return element;
        });
        await Promise.all(all.map((element) => element.run()));
        const states = all.map(({ state }) => state);
        for (const element of all) element.remove();
        return states;
      }, names);
      expect(states).toEqual(["same", "same", "same"]);
      // One that was ended is gone from the list a little later.
      await expect.poll(() => page.workers().length).toBeLessThanOrEqual(1);
      if (time === WARM) warm = await held(page);
    }
    await expect.poll(() => page.workers().length, "workers, with no element left").toBe(0);
    const last = await held(page);
    // When the collector comes is a matter of time.
    expect(last.nodes).toBeLessThanOrEqual(warm.nodes * 1.1);
    expect(last.listeners).toBeLessThanOrEqual(warm.listeners * 1.1);
    expect(last.bytes).toBeLessThanOrEqual(warm.bytes * 1.2);
    expect(site.requests.filter((path) => path.endsWith(".wasm"))).toHaveLength(1);
    expect(site.requests.filter((path) => path.includes("klog-views"))).toHaveLength(1);
  });

test("five elements, pressed at once: one fetch of each file",
  async ({ page, site, other, write }) => {
    const seen = await watch(page, site.url, other.url);
    await write({ files: `${other.url}embed/`,
      tags: [0, 1, 2, 3, 4].map((at) => tag(`demo="${names[at % 3]}" lang="en"`)).join("") });
    for (let at = 0; at < 5; at++) await elementOn(page, at).run.click();
    for (let at = 0; at < 5; at++) {
      await expect(elementOn(page, at).status)
        .toHaveText(languages.en.identical(sizes[names[at % 3] ?? "produce"]));
    }
    const files = other.requests.map((path) => path.replace(/\.[0-9a-f]+\./, "."));
    expect(files.sort()).toEqual(
      ["/embed/klog-demo.js", "/embed/klog-views.js", "/embed/klog.wasm"]);
    expect(seen).toEqual([]);
  });

test("twenty on a page: one worker, runs in turn, and Stop ends the one that is meant",
  async ({ page, site, write }) => {
    await write({ tags: Array.from({ length: 20 }, (_, at) =>
      tag(`demo="${names[at % 3]}" lang="en"`)).join("") });
    const all = Array.from({ length: 20 }, (_, at) => elementOn(page, at));
    await page.evaluate(() => {
      for (const element of document.querySelectorAll("klog-demo")) {
        const button = element.shadowRoot?.querySelector("[part~=run]");
        if (button instanceof HTMLElement) button.click();
      }
      const [, last] = [...document.querySelectorAll("klog-demo")].slice(-2);
      const stop = last?.shadowRoot?.querySelector("[part~=stop]");
      if (stop instanceof HTMLElement) stop.click();
    });
    await expect(all[19]?.status ?? page.locator("none")).toHaveText(words.en.stopped);
    await expect(all[19]?.host.getByText(FALLBACK) ?? page.locator("none")).toBeVisible();
    for (const [at, { status, run }] of all.entries()) {
      if (at === 19) await run.click();
      await expect(status).toHaveText(languages.en.identical(sizes[names[at % 3] ?? "produce"]));
      await expect.poll(() => page.workers()).toHaveLength(1);
    }
    expect(site.requests.filter((path) => path.endsWith(".wasm"))).toHaveLength(1);
  });
