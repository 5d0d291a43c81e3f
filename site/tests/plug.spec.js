// Pull the plug, as a reader uses it: with a mouse, with a finger, with the keyboard, and without
// scripts, in both languages.

import { expect } from "@playwright/test";

import { languages, test } from "./fixture.js";
import { test as seen } from "./seen.js";
import { half, silent } from "./server.js";

/** @import { Locator } from "@playwright/test" */
/** @import { Given, Lang } from "./fixture.js" */

const CHAPTER = "03-produce.html";
const PROGRAM = /\.wasm$/;

const words = {
  th: {
    name: "ดึงปลั๊ก", cut: "ไฟดับหลังขั้นไหน", sync: "sync ก่อนตอบ", pull: "ดึงปลั๊ก",
    all: "ลองทุกวิธี", reset: "ล้างตาราง", stop: "หยุด", ready: "ยังไม่ได้ลอง",
    stopped: /^หยุดแล้ว/, cannot: "รันไม่ได้", loading: /^กำลังโหลด engine/,
    pageCache: "ไฟดับทันทีที่เขียนลง page cache",
    receive: "ไฟดับทันทีที่ broker อ่าน frame ครบ",
    nothing: "ไม่มี record นี้เลย", whole: "record อยู่ครบแน่นอน", ways: /disk อาจเหลือได้ 273 แบบ/,
    waits: "ไม่รู้ว่าเขียนแล้วหรือยัง", believes: "producer เชื่อว่าเขียนแล้ว",
    bad: /นี่คือช่องที่แย่: .* หายได้ 272 จาก 273 แบบ/, broken: "ตอบแล้ว แต่หาย",
    acks0: /client library จะรายงานว่าสำเร็จ \(offset -1\)/,
    none: "ยังไม่เจอ", written: /^เขียนแล้ว/, unanswered: /^ไม่รู้ ไม่มีคำตอบมา/,
    tried: "ลองแล้ว 36 จาก 36 วิธี",
    done: /^ลองครบ 36 วิธี .* ถ้า sync ก่อนตอบ ช่องที่แย่มี 0 แบบ ถ้าไม่ sync มี 272 แบบ$/,
    kafka: /^ค่าเริ่มต้นของ Kafka ก็ไม่รอ sync/, details: "ผลของทุกวิธี เป็นตาราง",
    with: "broker sync ก่อนตอบ", without: "broker ไม่ sync", off: /ปิด JavaScript ไว้ จึงลากไม่ได้/,
    table: /ช่องที่แย่: ตอบแล้ว แต่หายได้/,
  },
  en: {
    name: "Pull the plug", cut: "Where the power fails", sync: "sync before answering",
    pull: "Pull the plug", all: "Try every cut", reset: "Clear the table", stop: "Stop",
    ready: "Nothing tried yet.", stopped: /^Stopped\./, cannot: "Can't run.",
    loading: /^Loading the engine/,
    pageCache: "The power fails right after the write to the page cache.",
    receive: "The power fails right after the broker has read the frame.",
    nothing: "nothing of the record is there", whole: "the record is there, for certain",
    ways: /may be left in 273 ways/, waits: "does not know whether it was written",
    believes: "The producer believes it written",
    bad: /This is the bad cell: .* in 272 of 273 ways/, broken: "answered, yet gone",
    acks0: /client libraries report success .*\(offset -1\)/,
    none: "not seen yet", written: /^written/, unanswered: /^nothing for sure no answer came/,
    tried: "Tried: 36 of 36 cuts",
    done: /^All 36 cuts tried, .* with the sync 0 of them are in the bad cell, without it 272\.$/,
    kafka: /^By default Kafka does not wait for a sync/, details: "Every cut, as a table",
    with: "The broker syncs before it answers", without: "The broker does not sync",
    off: /nothing can be dragged/, table: /the bad cell: answered, and can be gone/,
  },
};

/**
 * The widget, as a reader finds it.
 * @param {Given} given
 * @param {Lang} lang
 */
async function open({ page, site }, lang) {
  const says = words[lang];
  await page.goto(`${site.url}${languages[lang].path}${CHAPTER}`);
  const region = page.getByRole("region", { name: says.name, exact: true });
  /** @param {string} name */
  const button = (name) => region.getByRole("button", { name, exact: true });
  /** @param {RegExp} name @param {number} column from 1 */
  const cell = (name, column) =>
    region.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) })
      .getByRole("cell").nth(column - 1);
  return {
    says, region,
    slider: region.getByRole("slider", { name: says.cut }),
    sync: region.getByRole("switch", { name: says.sync }),
    acks: (/** @type {string} */ value) => region.getByRole("radio", { name: value, exact: true }),
    pull: button(says.pull), all: button(says.all), reset: button(says.reset),
    stop: button(says.stop),
    status: region.getByRole("status"), alert: region.getByRole("alert"),
    /** the row of who was answered: whole, gone */
    whole: cell(says.written, 1), gone: cell(says.written, 2),
    unsure: cell(says.unanswered, 2),
  };
}

/**
 * Where the handle's middle is, behind the station of this number.
 * @param {Locator} slider
 * @param {number} station from 0
 */
async function handle(slider, station) {
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error("the handle is nowhere");
  const half = box.width / 2;
  return { x: box.x + half, y: box.y + half + (box.height - 2 * half) * station / 5 };
}

for (const lang of /** @type {const} */ (["th", "en"])) {
  test(`${lang}: with a mouse, the handle is dragged to a cut, and the engine says what is left`,
    async ({ page, site }) => {
      const { says, region, slider, status, unsure, whole } = await open({ page, site }, lang);
      await expect(status).toHaveText(says.ready);
      const [from, to] = [await handle(slider, 5), await handle(slider, 2)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 8 });
      await expect(slider).toHaveAttribute("aria-valuetext", says.pageCache);
      expect(site.requests.filter((path) => PROGRAM.test(path))).toEqual([]);
      await page.mouse.up();
      await expect(status).toContainText(says.pageCache);
      await expect(status).toHaveText(says.ways);
      await expect(status).toContainText(says.waits);
      await expect(unsure).toContainText("272");
      await expect(whole).toHaveText(says.none);
      await region.getByText("receive", { exact: true }).first().click();
      await expect(status).toContainText(says.receive);
      await expect(status).toContainText(says.nothing);
      await expect(unsure).toContainText("273");
    });

  test(`${lang}: with the keyboard, only without the sync is what was acknowledged lost`,
    async ({ page, site }) => {
      const { says, region, slider, sync, acks, pull, status, whole, gone } =
        await open({ page, site }, lang);
      await pull.focus();
      await page.keyboard.press("Enter");
      await expect(status).toContainText(says.believes);
      await expect(status).toContainText(says.whole);
      await expect(status).not.toHaveText(says.bad);
      await expect(gone).toHaveText(says.none);
      await sync.focus();
      await page.keyboard.press("Space");
      await expect(status).toHaveText(says.bad);
      await expect(whole).toContainText("2");
      await expect(gone).toContainText("272");
      await expect(gone).toContainText(says.broken);
      await expect(region.getByText(says.kafka)).toBeVisible();
      await slider.focus();
      for (const key of ["ArrowUp", "ArrowUp", "PageUp", "ArrowDown", "ArrowUp"]) {
        await page.keyboard.press(key);
      }
      await expect(slider).toHaveValue("2");
      await expect(status).toContainText(says.pageCache);
      await acks("1").focus();
      await page.keyboard.press("ArrowLeft");
      await expect(acks("0")).toBeChecked();
      await expect(status).toHaveText(says.acks0);
      await slider.focus();
      await page.keyboard.press("Home");
      await expect(status).toContainText(says.receive);
    });

  test(`${lang}: every cut is tried, as the table in the page has it, and cleared`,
    async ({ page, site }) => {
      const { says, region, all, reset, status, gone, whole } = await open({ page, site }, lang);
      await all.click();
      await expect(status).toHaveText(says.done);
      await expect(region.getByText(says.tried)).toBeVisible();
      await region.getByText(says.details).click();
      const last = region.getByRole("region", { name: says.without }).getByRole("row").last();
      const [kept, none, torn] = (await last.getByRole("cell").allTextContents()).map(Number);
      await expect(whole).toContainText(String(1 + (kept ?? NaN)));
      await expect(gone).toContainText(String((none ?? NaN) + (torn ?? NaN)));
      await expect(last).toHaveText(says.table);
      await expect(region.getByRole("region", { name: says.with })).not.toHaveText(says.table);
      await reset.click();
      await expect(status).toHaveText(says.ready);
      await expect(gone).toHaveText(says.none);
      await expect(region.getByText(says.kafka)).toBeHidden();
    });

  test(`${lang}: a program that comes broken is told, and one that never comes can be stopped`,
    async ({ page, site }) => {
      const { says, pull, stop, status, alert } = await open({ page, site }, lang);
      site.spoil(PROGRAM, half);
      await pull.click();
      await expect(status).toHaveText(says.cannot);
      await expect(alert).toContainText(/wasm/);
      site.mend();
      site.spoil(PROGRAM, silent);
      await pull.click();
      await expect(status).toHaveText(says.loading);
      await expect(alert).toBeHidden();
      await stop.click();
      await expect(status).toHaveText(says.stopped);
      await expect(pull).toBeFocused();
      site.mend();
      await pull.click();
      await expect(status).toContainText(says.whole);
    });

  test(`${lang}: at 320 pixels nothing is cut off, before or after every cut was tried`,
    async ({ page, site }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      const { says, all, status, slider } = await open({ page, site }, lang);
      const hidden = () => page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth; // a scroll bar may take some of the 320 pixels
      });
      expect(await hidden()).toBe(0);
      expect((await slider.boundingBox())?.width).toBeGreaterThanOrEqual(44);
      await all.click();
      await expect(status).toHaveText(says.done);
      expect(await hidden()).toBe(0);
    });
}

test.describe("with a finger", () => {
  test.use({ hasTouch: true });
  for (const lang of /** @type {const} */ (["th", "en"])) {
    test(`${lang}: a tap on the path moves the power cut`, async ({ page, site, browserName }) => {
      test.skip(browserName !== "chromium", "only Chromium can be touched from here");
      const { says, slider, sync, status, gone } = await open({ page, site }, lang);
      const to = await handle(slider, 2);
      await page.touchscreen.tap(to.x, to.y);
      await expect(status).toContainText(says.pageCache);
      await sync.tap();
      const end = await handle(slider, 5);
      await page.touchscreen.tap(end.x, end.y);
      await expect(status).toHaveText(says.bad);
      await expect(gone).toContainText(says.broken);
    });
  }
});

for (const lang of /** @type {const} */ (["th", "en"])) {
  seen(`${lang}: without scripts the result of every cut is there to read`,
    async ({ look, site }) => {
      const page = await look({ noScripts: true });
      const { says, region, slider, pull } = await open({ page, site }, lang);
      // Nothing in such a page keeps time, so it is the test that looks again and again.
      await expect.poll(() => region.getByText(says.off).isVisible()).toBe(true);
      expect(await slider.isVisible()).toBe(false);
      expect(await pull.isVisible()).toBe(false);
      await region.getByText(says.details).focus();
      await page.keyboard.press("Enter");
      for (const [name, bad] of /** @type {const} */ ([[says.with, 0], [says.without, 1]])) {
        const table = region.getByRole("region", { name });
        await expect.poll(() => table.getByRole("row").count()).toBe(7);
        expect(await table.getByText(says.table).count()).toBe(bad);
      }
    });
}
