// Hosts send the wrong thing, workers die, policies forbid: the page says which, in the
// reader's language, and Run works again after the cause is gone.

import { gzipSync } from "node:zlib";

import { expect } from "@playwright/test";

import { DEMOS, demoOn, languages, open, sizes, test } from "./fixture.js";
import { policyWith } from "./policy.js";
import { begunWith, empty, gate, half, html, missing, typed, under } from "./server.js";

/** @import { Page } from "@playwright/test" */
/** @import { Fault } from "./server.js" */

const PROGRAM = /\.wasm$/;
const WORKER = /\/worker\.[^/]*\.js$/;

/** @type {[string, Fault, { th: RegExp, en: RegExp }][]} */
const faults = [
  ["missing", missing, {
    th: /^ไม่มี file ของ engine \(klog\..*\.wasm\) บน server · HTTP 404 · .* กด Run อีกครั้ง$/,
    en: /^The engine's file klog\..*\.wasm is missing on the server \(HTTP 404\)\. .* press Run/,
  }],
  ["HTML", html, {
    th: /^server ส่งหน้า HTML มาแทน file ของ engine/,
    en: /^The server sends a page of HTML in place of the engine's file/,
  }],
  ["HTML with the right type", async (answer) => typed("application/wasm")(await html(answer)), {
    th: /^server ส่งหน้า HTML มาแทน file ของ engine/,
    en: /^The server sends a page of HTML in place of the engine's file/,
  }],
  ["half of it", half, {
    th: /^file ของ engine .* มาไม่ครบ · มาถึง [\d,]+ จาก [\d,]+ byte/,
    en: /^The engine's file .* is cut short: [\d,]+ of [\d,]+ bytes came/,
  }],
  ["empty", empty, {
    th: /^file ของ engine .* ว่างเปล่า/, en: /^The engine's file .* is empty/,
  }],
  ["something else", (answer) => ({ ...answer, body: Buffer.from("PK\u0003\u0004 an archive") }), {
    th: /^file ของ engine .* เสีย หรือเป็น file อื่น/,
    en: /^The engine's file .* is damaged or is something else/,
  }],
  ["damaged", (answer) => ({ ...answer, body: Buffer.from(answer.body).fill(0xff, 8, 4000) }), {
    th: /^file ของ engine .* เสีย หรือเป็น file อื่น/,
    en: /^The engine's file .* is damaged or is something else/,
  }],
];

for (const [name, fault, says] of faults) {
  test(`the program is ${name}`, async ({ page, site }) => {
    for (const lang of /** @type {const} */ (["th", "en"])) {
      site.requests.length = 0;
      site.spoil(PROGRAM, fault);
      const demo = await open({ page, site }, lang, "recovery");
      await demo.run.click();
      await expect(demo.alert).toHaveText(says[lang]);
      await expect(demo.status).toHaveText(lang === "th" ? "รันไม่ได้" : "Can't run.");
      await expect(demo.run).toBeFocused();
      expect(site.requests.filter((path) => PROGRAM.test(path))).toHaveLength(1);
    }
    site.mend();
    const demo = demoOn(page, "en", "recovery");
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
    await expect(demo.alert).toBeHidden();
  });
}

for (const type of ["text/plain", "application/octet-stream", "application/wasm; charset=utf-8"]) {
  test(`the program has the type ${type}, and runs`, async ({ page, site }) => {
    site.spoil(PROGRAM, typed(type));
    const demo = await open({ page, site }, "en", "recovery");
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
    expect(site.requests.filter((path) => PROGRAM.test(path))).toHaveLength(1);
  });
}

test("the connection breaks while the program is fetched", async ({ page, site }) => {
  await page.route(PROGRAM, (route) => route.abort("connectionreset"));
  const demo = await open({ page, site }, "en", "recovery");
  await demo.run.click();
  await expect(demo.alert).toHaveText(/can't be fetched: no connection\. Check the connection/);
  await page.unroute(PROGRAM);
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
});

test("the connection breaks half-way", async ({ page, site }) => {
  site.spoil(PROGRAM, (answer) => ({ ...answer, breaksAt: answer.body.length >> 1 }));
  const demo = await open({ page, site }, "en", "recovery");
  await demo.run.click();
  await expect(demo.alert).toHaveText(/is cut short: [\d,]+ of [\d,]+ bytes came\./);
  site.mend();
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
});

test("the program is packed and not said to be, and runs", async ({ page, site }) => {
  site.spoil(PROGRAM, (answer) => ({ ...answer, body: gzipSync(answer.body, { level: 1 }) }));
  const demo = await open({ page, site }, "en", "recovery");
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
});

test("a broken answer that may be cached is not taken from the cache", async ({ page, site }) => {
  site.spoil(PROGRAM, async (answer) => {
    const bad = await html(answer);
    return { ...bad, headers: { ...bad.headers, "cache-control": "max-age=31536000, immutable" } };
  });
  const demo = await open({ page, site }, "en", "recovery");
  await demo.run.click();
  await expect(demo.alert).toHaveText(/a page of HTML/);
  site.mend();
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
});

test("the worker's script is missing", async ({ page, site }) => {
  for (const lang of /** @type {const} */ (["th", "en"])) {
    site.spoil(WORKER, missing);
    const demo = await open({ page, site }, lang, "recovery");
    await demo.run.click();
    await expect(demo.status).toHaveText(languages[lang].identical(sizes.recovery));
    await expect(demo.alert).toHaveText(lang === "th"
      ? /^ไม่มี file ของ worker \(worker\..*\.js\) บน server · HTTP 404 · engine จึงทำงานใน/
      : /^The worker's file worker\..*\.js is missing .* \(HTTP 404\)\. So the engine ran in/);
  }
  site.mend();
  const demo = demoOn(page, "en", "recovery");
  await demo.run.click();
  await expect(demo.alert).toBeHidden();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
  await expect.poll(() => page.workers()).toHaveLength(1);
});

/**
 * The worker ends itself when the page says so.
 * @type {Fault}
 */
const mortal = begunWith('new BroadcastChannel("end").onmessage = () => globalThis.close();');

/** @param {Page} page */
const endWorkers = (page) =>
  page.evaluate(() => new BroadcastChannel("end").postMessage("now"));

test("the worker dies during a run", async ({ page, site }) => {
  for (const lang of /** @type {const} */ (["th", "en"])) {
    const program = gate();
    const asked = () => site.requests.filter((path) => PROGRAM.test(path)).length;
    const before = asked();
    site.mend();
    site.spoil(PROGRAM, program.hold);
    site.spoil(WORKER, mortal);
    const demo = await open({ page, site }, lang, "recovery");
    await demo.run.click();
    await expect.poll(asked).toBe(before + 1);
    await endWorkers(page);
    await expect(demo.alert).toHaveText(lang === "th"
      ? "worker หยุดทำงานกลางคัน · กด Run เพื่อเริ่มตัวใหม่"
      : "The worker died during the run. Press Run to start a new one.");
  }
  site.mend();
  const demo = demoOn(page, "en", "recovery");
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
  await expect(demo.alert).toBeHidden();
});

test("the worker dies of the first that it is asked for", async ({ page, site }) => {
  site.spoil(WORKER, begunWith("onmessage = () => globalThis.close();"));
  const demo = await open({ page, site }, "en", "recovery");
  await demo.run.click();
  await expect(demo.alert).toHaveText(
    "The worker died during the run. Press Run to start a new one.");
  site.mend();
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
});

test("the worker dies between two runs, and nobody need know", async ({ page, site }) => {
  site.spoil(WORKER, mortal);
  const demo = await open({ page, site }, "en", "recovery");
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
  const gone = new Promise((resolve) => page.workers()[0]?.once("close", resolve));
  await endWorkers(page);
  await gone;
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
  await expect(demo.alert).toBeHidden();
});

test("the worker's script has a type that is refused, and runs from a blob",
  async ({ page, site }) => {
    site.spoil(WORKER, typed("text/plain"));
    site.spoil(DEMOS, under(policyWith("worker-src", ["'self'", "blob:"])));
    const demo = await open({ page, site }, "en", "recovery");
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
    await expect(demo.alert).toBeHidden();
    expect(page.workers()[0]?.url()).toMatch(/^blob:/);
  });

test("a policy without workers: the page runs the engine and says so", async ({ page, site }) => {
  site.spoil(DEMOS, under(policyWith("worker-src", ["'none'"])));
  const demo = await open({ page, site }, "en", "recovery");
  for (let i = 0; i < 2; i++) {
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
    await expect(demo.alert).toHaveText(
      /^This page's policy \(CSP\) forbids the worker: 'self' is missing in its worker-src\. So/);
  }
  await expect.poll(() => page.workers()).toHaveLength(0);
});

test("a policy without WebAssembly names what is missing", async ({ page, site }) => {
  site.spoil(WORKER, under("script-src 'self'"));
  const demo = await open({ page, site }, "en", "recovery");
  await demo.run.click();
  await expect(demo.alert).toHaveText(/forbids WebAssembly: 'wasm-unsafe-eval' is missing/);
});
