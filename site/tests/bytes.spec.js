// One byte is changed, in the page's golden text or in what the program prints: both times the
// verdict names the place, and both texts are there to read.

import { expect } from "@playwright/test";

import { golden } from "./dist.js";
import { DEMOS, languages, open, sizes, test } from "./fixture.js";
import { changed } from "./server.js";

const PROGRAM = /\.wasm$/;

/**
 * Where a text stands in a golden file, found without the page's own means.
 * @param {string} file
 * @param {string} text
 * @param {number} at which of its bytes
 */
function placeIn(file, text, at) {
  const bytes = golden(file);
  const pos = bytes.indexOf(text) + at;
  const before = bytes.subarray(0, pos).toString("latin1").split("\n");
  const start = pos - (before[before.length - 1] ?? "").length;
  const characters = [...new TextDecoder().decode(bytes.subarray(start, pos))];
  const isCut = characters[characters.length - 1] === "\ufffd"; // pos is inside a character
  const column = characters.filter((c) => c !== "\ufffd").length + 1;
  const line = bytes.toString("utf8").split("\n")[before.length - 1] ?? "";
  return { byte: pos + 1, line: before.length, column, text: line, isCut };
}

/** @param {number} n */
const commas = (n) => n.toLocaleString("en-US");

/**
 * @param {ReturnType<typeof placeIn>} place
 */
const inEnglish = ({ byte, line, column }) =>
  `byte ${commas(byte)}, line ${line}, column ${column} (counted in code points)`;

/** @param {ReturnType<typeof placeIn>} place */
const inThai = ({ byte, line, column }) =>
  `byte ที่ ${commas(byte)} บรรทัด ${line} คอลัมน์ ${column} (นับเป็น code point)`;

test("a letter of the page's golden text is another", async ({ page, site }) => {
  site.spoil(DEMOS, changed("log end offset สุดท้าย 9", 4, "E".charCodeAt(0)));
  const demo = await open({ page, site }, "en", "produce");
  await demo.run.click();
  const place = placeIn("03-produce.txt", "log end offset สุดท้าย 9", 4);
  await expect(demo.status).toContainText(`Differs from the golden output: ${inEnglish(place)}`);
  await expect(demo.status).toContainText("U+0045 against U+0065");
  await expect(demo.status).toContainText("หนึ่งคำตอบต่อหนึ่ง batch");
  const section = demo.section(/broker เป็นคนแจก offset/);
  await expect(section).toContainText("differs from its byte 454 on, in its line 7");
  await expect(section).toContainText("byte 454, line 7, column 5 (counted in code points)");
  await expect(section).toContainText("golden text on this page:");
  await expect(section.getByText("log End offset สุดท้าย 9", { exact: true })
    .filter({ visible: true })).toHaveCount(1);
  await expect(section).toContainText("this run printed:");
  await expect(section.getByText("log end offset สุดท้าย 9", { exact: true })).toBeVisible();
  await expect(demo.section(/12 byte แรก/)).toContainText("identical: 629 bytes of 4,664");
});

test("a byte inside a Thai letter of the page's golden text is another", async ({ page, site }) => {
  // The last of three bytes of ก; with another one it is ข.
  site.spoil(DEMOS, changed("การกันซ้ำไม่ใช่ exactly-once", 2, 0x82));
  const demo = await open({ page, site }, "th", "dedup");
  await demo.run.click();
  const place = placeIn("07-idem.txt", "การกันซ้ำไม่ใช่ exactly-once", 2);
  expect(place.isCut).toBe(true);
  await expect(demo.status).toContainText(`ต่างจาก golden · ${inThai(place)} · U+0E02 กับ U+0E01`);
  const section = demo.section(/transaction · วาดไว้/);
  await expect(section).toContainText("golden บนหน้านี้:");
  await expect(section).toContainText("รอบนี้พิมพ์ว่า:");
});

test("a space at a line's end of the page's golden text is told in words and drawn",
  async ({ page, site }) => {
    site.spoil(DEMOS, ({ body, ...rest }) => ({ ...rest,
      body: Buffer.from(body.toString().replace("ความยาว file หลังตัด 1278<", (text) =>
        text.replace("<", " <"))) }));
    const demo = await open({ page, site }, "en", "produce");
    await demo.run.click();
    await expect(demo.status).toContainText(
      "only the spaces at the line's end differ (drawn ␠)");
    await expect(demo.section(/ท้าย file ที่ขาด/)).toContainText("ความยาว file หลังตัด 1278␠");
  });

test("a byte that the program prints is another", async ({ page, site }) => {
  site.spoil(PROGRAM, changed("scan ไป", 0, "z".charCodeAt(0)));
  for (const lang of /** @type {const} */ (["en", "th"])) {
    const demo = await open({ page, site }, lang, "produce");
    await demo.run.click();
    const place = placeIn("03-produce.txt", "scan ไป", 0);
    await expect(demo.status).toContainText(lang === "en" ? inEnglish(place) : inThai(place));
    const section = demo.section(/ท้าย file ที่ขาด/);
    await expect(section.getByText("scan ไป 6 batch", { exact: true })
      .filter({ visible: true })).toHaveCount(1);
    await expect(section.getByText("zcan ไป 6 batch", { exact: true })).toBeVisible();
    await expect(demo.section(/12 byte แรก/)).toContainText(
      lang === "en" ? "identical: 629 bytes" : "ตรงกัน: 629");
  }
});

test("with other flags nothing is ever said to differ", async ({ page, site }) => {
  site.spoil(PROGRAM, changed("scan ไป", 0, "z".charCodeAt(0)));
  const demo = await open({ page, site }, "en", "produce");
  await demo.flag("--now-ms").fill("5");
  await demo.run.click();
  await expect(demo.status).toHaveText(
    "Your run: 4,664 bytes; no golden output for these flags; 1 line changed.");
  await expect(demo.region).not.toContainText("differs");
});

test("once the byte is right again, Run says so", async ({ page, site }) => {
  site.spoil(DEMOS, changed("scan ไป", 0, "z".charCodeAt(0)));
  const demo = await open({ page, site }, "en", "recovery");
  await demo.run.click();
  await expect(demo.status).toContainText("Differs from the golden output");
  site.mend();
  await page.reload();
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.recovery));
});
