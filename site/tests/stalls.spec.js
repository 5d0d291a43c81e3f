// A server that takes the connection and sends nothing, a worker whose file is something else,
// a demo that waits for another: the page says what it waits for, and for how long at most.

import { expect } from "@playwright/test";

import { DEMOS, demoOn, languages, open, sizes, test } from "./fixture.js";
import { broken, empty, gate, html, patient, silent, typed } from "./server.js";

/** @import { Fault } from "./server.js" */

const PROGRAM = /\.wasm$/;
const WORKER = /\/worker\.[^/]*\.js$/;

const loading = { th: "กำลังโหลด engine …", en: "Loading the engine …" };

/** @type {[string, RegExp, Fault, { th: RegExp, en: RegExp }][]} */
const stalls = [
  ["nothing of the worker's file", WORKER, silent, {
    th: /^server ไม่ส่ง file ของ worker .* มาเลย รอมา 0\.9 วินาที ยังไม่ได้สัก byte · ตรวจการ/,
    en: /^The server sends nothing of the worker's file worker\.[^ ]*: no byte .* 0\.9 seconds\. C/,
  }],
  ["nothing of the program", PROGRAM, silent, {
    th: /^server ไม่ส่ง file ของ engine \(klog\..*\.wasm\) มาเลย รอมา 0\.9 วินาที/,
    en: /^The server sends nothing of the engine's file klog\..*\.wasm: no byte came for 0\.9 sec/,
  }],
  ["half of the program", PROGRAM,
    (answer) => ({ ...answer, stallsAt: answer.body.length >> 1 }), {
      th: /^โหลด file ของ engine .* แล้วค้าง ไม่มี byte มาเพิ่มเลย 0\.9 วินาที · มาถึง [\d,]+ จาก/,
      en: /^Loading the engine's file .* stands still: nothing came for 0\.9 seconds; [\d,]+ of/,
    }],
];

for (const [name, file, fault, says] of stalls) {
  test(`a server sends ${name} and leaves the connection open`, async ({ page, site }) => {
    for (const lang of /** @type {const} */ (["th", "en"])) {
      site.spoil(DEMOS, patient(900));
      site.spoil(file, fault);
      const demo = await open({ page, site }, lang, "recovery");
      await demo.run.click();
      const begins = lang === "th" ? /^กำลังโหลด engine/ : /^Loading the engine/;
      await expect(demo.status).toHaveText(begins);
      await expect(demo.alert).toHaveText(says[lang]);
      await expect(demo.status).toHaveText(lang === "th" ? "รันไม่ได้" : "Can't run.");
      site.mend();
    }
    const demo = demoOn(page, "en", "recovery");
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
    await expect(demo.alert).toBeHidden();
  });
}

test("a slow server is no silent one: each byte that comes begins the wait anew",
  async ({ page, site }) => {
    site.spoil(DEMOS, patient(1500));
    site.spoil(PROGRAM, (answer) => ({ ...answer, dripMs: 700 }));
    const demo = await open({ page, site }, "en", "recovery");
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
  });

/** @type {[string, Fault, { th: RegExp, en: RegExp }][]} */
const workers = [
  ["a page of HTML", html, {
    th: /^server ส่งหน้า HTML มาแทน file ของ worker \(worker\..*\.js\) · engine จึง/,
    en: /^The server sends a page of HTML in place of the worker's file worker\..*\.js\. So the/,
  }],
  ["HTML with a script's type", async (answer) => typed("text/javascript")(await html(answer)), {
    th: /^server ส่งหน้า HTML มาแทน file ของ worker/,
    en: /^The server sends a page of HTML in place of the worker's file/,
  }],
  ["an error of the server", broken, {
    th: /^server ตอบ HTTP 500 เมื่อขอ file ของ worker \(worker\..*\.js\) · engine จึง/,
    en: /^The server answers HTTP 500 for the worker's file worker\..*\.js\. So the engine/,
  }],
  ["empty", empty, {
    th: /^file ของ worker \(worker\..*\.js\) ว่างเปล่า · engine จึง/,
    en: /^The worker's file worker\..*\.js is empty\. So the engine ran in the page itself/,
  }],
  ["of a type that is refused", typed("text/plain"), {
    th: /^worker เริ่มทำงานไม่ได้ เพราะ server ส่ง file ของ worker .* มาเป็นชนิด text\/plain/,
    en: /^The worker does not start: the server sends its file .* as text\/plain, which is no/,
  }],
];

for (const [name, fault, says] of workers) {
  test(`the worker's file is ${name}`, async ({ page, site }) => {
    for (const lang of /** @type {const} */ (["th", "en"])) {
      site.spoil(WORKER, fault);
      const demo = await open({ page, site }, lang, "recovery");
      await demo.run.click();
      await expect(demo.status).toHaveText(languages[lang].identical(sizes.recovery),
        { timeout: 15_000 });
      await expect(demo.alert).toHaveText(says[lang]);
    }
  });
}

test("a demo that waits its turn says so, until it runs", async ({ page, site }) => {
  for (const lang of /** @type {const} */ (["th", "en"])) {
    const program = gate();
    site.mend();
    site.spoil(PROGRAM, program.hold);
    const first = await open({ page, site }, lang, "produce");
    const second = demoOn(page, lang, "dedup");
    await first.run.click();
    await second.run.click();
    await expect(first.status).toHaveText(loading[lang]);
    await expect(second.status).toHaveText(lang === "th"
      ? "รอคิว · demo อื่นยังทำงานอยู่ …" : "Waiting: another demo comes first …");
    await expect.poll(() => site.requests.some((path) => PROGRAM.test(path))).toBe(true);
    site.requests.length = 0;
    program.letGo();
    await expect(first.status).toHaveText(languages[lang].identical(sizes.produce));
    await expect(second.status).toHaveText(languages[lang].identical(sizes.dedup));
  }
});
