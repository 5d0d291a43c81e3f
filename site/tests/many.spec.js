// A page that is kept open and used for long: runs leave nothing behind.

import { expect } from "@playwright/test";

import { demoOn, languages, open, sizes, test } from "./fixture.js";

/** @import { Page } from "@playwright/test" */
/** @import { Name } from "./fixture.js" */

const RUNS = 300;
/** So many runs take all the memory that one ever needs. */
const WARM = 60;

/** Put before the worker's script: keeps the engine's memory where a test can measure it. */
const WATCHED = `{ const made = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const result = await made(...given);
  globalThis.engineMemory = (result.instance ?? result).exports.mem;
  return result;
}; }\n`;

/**
 * What the engine and the page hold, once what nobody needs is gone. Chromium alone tells.
 * @param {Page} page
 * @param {string} browserName
 */
async function held(page, browserName) {
  await expect.poll(() => page.workers()).toHaveLength(1);
  if (browserName !== "chromium") return { engine: 0, bytes: 0, nodes: 0, listeners: 0 };
  const engine = await page.workers()[0]?.evaluate(() =>
    Number(Reflect.get(globalThis, "engineMemory").buffer.byteLength)) ?? 0;
  expect(engine).toBeGreaterThan(2 ** 20);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const counters = await session.send("Memory.getDOMCounters");
  await session.detach();
  return { engine, bytes: usedSize, nodes: counters.nodes, listeners: counters.jsEventListeners };
}

test(`${RUNS} runs in one page: one worker, memory stays what it was`,
  async ({ page, site, browserName }) => {
    test.setTimeout(300_000);
    site.spoil(/worker\.[0-9a-f]+\.js$/, ({ body, ...answer }) =>
      ({ ...answer, body: Buffer.concat([Buffer.from(WATCHED), body]) }));
    await open({ page, site }, "en", "produce");
    const names = /** @type {Name[]} */ (Object.keys(sizes));
    let warm = { engine: NaN, bytes: NaN, nodes: NaN, listeners: NaN };
    for (let i = 1; i <= RUNS; i++) {
      const name = names[i % names.length] ?? "produce";
      const { run, status } = demoOn(page, "en", name);
      await run.click();
      await expect(status).toHaveText(languages.en.identical(sizes[name]));
      if (i === WARM) warm = await held(page, browserName);
    }
    const last = await held(page, browserName);
    // When the collector comes is a matter of time, and memory never shrinks: less than 9 kB a run.
    expect(last.engine).toBeLessThanOrEqual(warm.engine + 2 ** 21);
    expect(last.nodes).toBeLessThanOrEqual(warm.nodes * 1.1);
    expect(last.listeners).toBeLessThanOrEqual(warm.listeners * 1.1);
    expect(last.bytes).toBeLessThanOrEqual(warm.bytes * 1.2);
    expect(site.requests.filter((path) => path.endsWith(".wasm"))).toHaveLength(1);
  });
