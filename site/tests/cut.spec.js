// Cut anywhere, then append; and every cut: as a reader uses them, with a mouse, with a finger,
// with the keyboard, and without scripts, in both languages.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect } from "@playwright/test";

import { misfits } from "./fit.js";
import { languages, test } from "./fixture.js";
import { TEXT, faint } from "./inks.js";
import { test as seen } from "./seen.js";
import { half, silent } from "./server.js";

/** @import { Locator, Page } from "@playwright/test" */
/** @import { Given, Lang } from "./fixture.js" */

const PAGE = "recovery.html";
const PROGRAM = /\.wasm$/;

const words = {
  th: {
    cut: "ตัดตรงไหนก็ได้ แล้วเขียนต่อ", cuts: "ทุกจุดตัด", handle: "จุดตัด", byte: "ตัดที่ byte",
    previous: "ขอบ batch ก่อนหน้า", next: "ขอบ batch ถัดไป", truncate: "truncate ก่อนเขียนต่อ",
    append: "เปิดใหม่แล้วเขียนต่อ", every: "กู้ทุกความยาว", slider: "ความยาวหลังตัด",
    demos: /^ตัดที่ 1,425 ท้าย file มีเศษ 147 byte .*แค่ถึง byte 1,278 .* อีก 284 byte ไม่มีใคร/,
    blind: /^ตัดที่ 700 ท้าย file มีเศษ 198 .*_STORAGE_ERROR.* byte 700 .* byte 502 .* อีก 335/,
    truncated: /^ตัดที่ 700 .*ต่อที่ byte 502 ได้ offset 5 และอ่านกลับได้ครบ 3 batch$/,
    edge: /^ตัดที่ 502 ตรงขอบ batch พอดี .* จะ truncate หรือไม่ก็เหมือนกัน$/,
    before: /^ตัดที่ 213 ตรงขอบ/, crc: /^ตัดที่ 1,141 ตรงขอบ/,
    other: /\(byte ของ batch ใหม่ไปเติม batch ที่ขาดจนครบความยาว แต่ CRC ไม่ตรง\)/,
    odd: /จุดนี้แปลกอยู่หน่อย/, inside: "700 byte กลาง batch ที่เริ่มที่ byte 502",
    drawn: "อ่านได้ถึง byte 502 จาก 837", drawnAll: "อ่านได้ถึง byte 639 จาก 639",
    done: /^กู้ครบ 1,426 ความยาวใน [\d,]+ ms ออกมาแค่ 7 แบบ/, outcomes: "ผลทุกแบบ",
    read: "ยาว 700 byte: เก็บไว้ 502 ตัดทิ้ง 198 และ log end เป็น 5",
    readMore: "ยาว 701 byte: เก็บไว้ 502 ตัดทิ้ง 199 และ log end เป็น 5",
    readLast: "ยาว 1,425 byte: เก็บไว้ 1,278 ตัดทิ้ง 147 และ log end เป็น 12",
    stop: "หยุด", stopped: /^หยุดแล้ว/, cannot: "รันไม่ได้", loading: /^กำลังโหลด engine/,
    off: /ปิด JavaScript ไว้ จึงลากไม่ได้/, offCuts: /ปิด JavaScript ไว้ จึงรันไม่ได้/,
    five: "ผลของจุดตัดห้าจุด ทั้งสองแบบ เป็นตาราง", all: "ผลของทุกความยาว เป็นตาราง",
    never: "ไม่มีใครได้อ่าน",
  },
  en: {
    cut: "Cut anywhere, then append", cuts: "Every cut", handle: "Where the file is cut",
    byte: "Cut at byte", previous: "Previous edge of a batch", next: "Next edge of a batch",
    truncate: "truncate before appending", append: "Reopen and append",
    every: "Recover every length", slider: "Length after the cut",
    demos: /^Cut at 1,425: a torn tail of 147 bytes.* up to byte 1,278 only.* other 284 bytes/,
    blind: /^Cut at 700: .* of 198 bytes.*_STORAGE_ERROR.* byte 700\..* byte 502 only.* other 335/,
    truncated: /^Cut at 700: .* at byte 502 with offset 5, and all 3 batches are read back\.$/,
    edge: /^Cut at 502, at a batch's edge: .* makes no difference here\.$/,
    before: /^Cut at 213, at a batch's edge/, crc: /^Cut at 1,141, at a batch's edge/,
    other: /fill the torn batch up to its length, and the CRC differs/,
    odd: /An odd case/, inside: "700 bytes, inside the batch that begins at byte 502",
    drawn: "read up to byte 502 of 837", drawnAll: "read up to byte 639 of 639",
    done: /^All 1,426 lengths recovered in [\d,]+ ms, with 7 outcomes/, outcomes: "Every outcome",
    read: "Length 700: keeps 502 bytes, 198 cut off, log end 5",
    readMore: "Length 701: keeps 502 bytes, 199 cut off, log end 5",
    readLast: "Length 1,425: keeps 1,278 bytes, 147 cut off, log end 12",
    stop: "Stop", stopped: /^Stopped\./, cannot: "Can't run.", loading: /^Loading the engine/,
    off: /nothing can be dragged/, offCuts: /nothing can be run/,
    five: "Five cuts, both ways, as a table", all: "Every length, as a table",
    never: "is never read",
  },
};

/** Kept bytes, log end, lengths, how many: by arithmetic, of batches of these sizes and counts. */
const OUTCOMES = [["0", "0", "0–212", "213"], ["213", "2", "213–501", "289"],
  ["502", "5", "502–866", "365"], ["867", "9", "867–1,003", "137"],
  ["1,004", "10", "1,004–1,140", "137"], ["1,141", "11", "1,141–1,277", "137"],
  ["1,278", "12", "1,278–1,425", "148"]];

/**
 * Both widgets, as a reader finds them.
 * @param {Given} given
 * @param {Lang} lang
 */
async function open({ page, site }, lang) {
  const says = words[lang];
  await page.goto(`${site.url}${languages[lang].path}${PAGE}`);
  const cut = page.getByRole("region", { name: says.cut, exact: true });
  const cuts = page.getByRole("region", { name: says.cuts, exact: true });
  return {
    says, cut, cuts,
    handle: cut.getByRole("slider", { name: says.handle }),
    byte: cut.getByRole("spinbutton", { name: says.byte }),
    truncate: cut.getByRole("switch", { name: says.truncate }),
    previous: cut.getByRole("button", { name: says.previous }),
    next: cut.getByRole("button", { name: says.next }),
    append: cut.getByRole("button", { name: says.append }),
    status: cut.getByRole("status"), alert: cut.getByRole("alert"),
    stop: cut.getByRole("button", { name: says.stop, exact: true }),
    every: cuts.getByRole("button", { name: says.every }),
    slider: cuts.getByRole("slider", { name: says.slider }),
    done: cuts.getByRole("status"),
    outcomes: cuts.getByRole("table", { name: says.outcomes }),
  };
}

/** @param {Locator} table */
async function cells(table) {
  const rows = (await table.getByRole("row").all()).slice(1);
  return Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
}

/**
 * Types a number in place of the one that is there: filling adds to it in Firefox.
 * @param {Locator} field
 * @param {string} digits
 */
async function type(field, digits) {
  await field.press("Control+a");
  await field.pressSequentially(digits);
}

/**
 * Where the handle's middle is with so many bytes.
 * @param {Locator} handle
 * @param {number} bytes
 */
async function middle(handle, bytes) {
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (!box) throw new Error("the handle is nowhere");
  const thumb = box.height;
  return { x: box.x + thumb / 2 + (box.width - thumb) * bytes / 1425, y: box.y + thumb / 2 };
}

for (const lang of /** @type {const} */ (["th", "en"])) {
  test(`${lang}: inside a batch the new one is lost without truncating, at an edge it never is`,
    async ({ page, site }) => {
      const { says, cut, byte, truncate, previous, next, handle, status, alert } =
        await open({ page, site }, lang);
      await expect(status).toHaveText(says.demos);
      expect(site.requests.filter((path) => PROGRAM.test(path))).toEqual([]);
      await type(byte, "700");
      await expect(handle).toHaveValue("700");
      await byte.press("Enter");
      await expect(status).toHaveText(says.blind);
      await expect(cut.getByText(says.drawn)).toBeVisible();
      await truncate.click();
      await expect(status).toHaveText(says.truncated);
      await expect(cut.getByText(says.drawnAll)).toBeVisible();
      await previous.click();
      await expect(status).toHaveText(says.edge);
      await truncate.click();
      await expect(truncate).not.toBeChecked();
      await expect(status).toHaveText(says.edge);
      await previous.click();
      await expect(status).toHaveText(says.before);
      await type(byte, "99999");
      await byte.press("Enter");
      await expect(byte).toHaveValue("1425");
      await expect(status).toHaveText(says.demos);
      await type(byte, "866");
      await byte.press("Enter");
      await expect(status).toHaveText(says.odd);
      await type(byte, "1200");
      await byte.press("Enter");
      await expect(status).toHaveText(says.other);
      await previous.click();
      await expect(status).toHaveText(says.crc);
      for (let i = 0; i < 3; i++) await next.click();
      await expect(byte).toHaveValue("1425");
      await expect(status).toHaveText(says.demos);
      await expect(alert).toBeHidden();
    });

  test(`${lang}: with a mouse the handle stands over the byte that it cuts at`,
    async ({ page, site }) => {
      const { says, cut, handle, byte, status } = await open({ page, site }, lang);
      const [from, to] = [await middle(handle, 1425), await middle(handle, 700)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 6 });
      expect(site.requests.filter((path) => PROGRAM.test(path))).toEqual([]);
      await expect(status).toHaveText(says.demos); // nothing is said on the way
      await page.mouse.up();
      const at = Number(await byte.inputValue());
      expect(Math.abs(at - 700)).toBeLessThanOrEqual(2); // a pixel is about two bytes
      await expect(status).toHaveText(new RegExp(String(at)));
      // The bar under the handle has 1,562 bytes in all of its width: this is that byte's place.
      const bar = await cut.getByRole("img").boundingBox();
      const { x, y } = await middle(handle, at);
      expect(Math.abs((bar?.x ?? 0) + (bar?.width ?? 0) * at / 1562 - x)).toBeLessThan(1);
      // Away and back again: what was drawn of this cut still is what came of it.
      const said = new RegExp(`byte 502 .* ${at + 137}$`);
      await expect(cut.getByText(said)).toBeVisible();
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 40, y, { steps: 4 });
      await expect(cut.getByText(said)).toBeHidden();
      await page.mouse.move(x, y, { steps: 4 });
      await expect(byte).toHaveValue(String(at));
      await page.mouse.up();
      await expect(cut.getByText(said)).toBeVisible();
      await byte.press("End");
      await byte.pressSequentially("0");
      await expect(cut.getByText(said)).toBeHidden();
      await byte.press("Backspace");
      await expect(handle).toHaveValue(String(at));
      await expect(cut.getByText(said)).toBeVisible();
    });

  test(`${lang}: with the keyboard alone, both`, async ({ page, site }) => {
    const { says, handle, truncate, status, every, slider, done, cuts } =
      await open({ page, site }, lang);
    await handle.focus();
    await page.keyboard.press("Home");
    await expect(handle).toHaveValue("0");
    await page.keyboard.press("ArrowRight");
    await expect(status).toHaveText(/1 (byte|มี)|at 1:/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("700");
    await expect(handle).toHaveAttribute("aria-valuetext", says.inside);
    await page.keyboard.press("Enter");
    await expect(status).toHaveText(says.blind);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(truncate).toBeFocused();
    await page.keyboard.press("Space");
    await expect(status).toHaveText(says.truncated);
    await every.focus();
    await page.keyboard.press("Enter");
    await expect(done).toHaveText(says.done);
    await page.keyboard.press("Tab");
    await expect(slider).toBeFocused();
    await expect(slider).toHaveAttribute("aria-valuetext", says.readLast);
    await page.keyboard.press("Home");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveValue("3");
    await page.keyboard.press("End");
    await expect(slider).toHaveAttribute("aria-valuetext", says.readLast);
    await expect(cuts.getByText(says.readLast)).toBeVisible();
  });

  test(`${lang}: every length is recovered, has one of seven outcomes, and can be read off`,
    async ({ page, site }) => {
      const { says, cuts, every, slider, done, outcomes } = await open({ page, site }, lang);
      await expect(slider).toBeHidden();
      /** @type {number[]} */
      const times = [];
      for (let i = 0; i < 5; i++) {
        await every.click();
        await expect(outcomes).toBeHidden();
        await expect(outcomes).toBeVisible();
        await expect(done).toHaveText(says.done);
        const told = /([\d,]+) ms/.exec(await done.textContent() ?? "")?.[1] ?? "";
        times.push(Number(told.replace(",", "")));
      }
      console.log(`1,426 recoveries in ms: ${times.join(" ")}`);
      expect(await cells(outcomes)).toEqual(OUTCOMES);
      await slider.fill("700");
      await expect(cuts.getByText(says.read)).toBeVisible();
      await slider.press("ArrowRight");
      await expect(cuts.getByText(says.readMore)).toBeVisible();
      await cuts.getByText(says.all).click();
      expect(await cells(cuts.getByRole("table").last())).toEqual(OUTCOMES);
    });

  test(`${lang}: a program that comes broken is told, and one that never comes can be stopped`,
    async ({ page, site }) => {
      const { says, append, stop, status, alert, every, cuts, done } =
        await open({ page, site }, lang);
      site.spoil(PROGRAM, half);
      await append.click();
      await expect(status).toHaveText(says.cannot);
      await expect(alert).toContainText(/wasm/);
      site.mend();
      site.spoil(PROGRAM, silent);
      await append.click();
      await expect(status).toHaveText(says.loading);
      await expect(alert).toBeHidden();
      await stop.click();
      await expect(status).toHaveText(says.stopped);
      await expect(append).toBeFocused();
      await every.click();
      await expect(done).toHaveText(says.loading);
      await cuts.getByRole("button", { name: says.stop, exact: true }).click();
      await expect(done).toHaveText(says.stopped);
      site.mend();
      await every.click();
      await expect(done).toHaveText(says.done);
      await append.click();
      await expect(status).toHaveText(says.demos);
    });

  test(`${lang}: at 320 pixels all of it fits, before and after`, async ({ page, site }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const { says, cut, cuts, byte, status, every, done, handle, previous } =
      await open({ page, site }, lang);
    await cut.getByText(says.five).click();
    await cuts.getByText(says.all).click();
    expect(await page.evaluate(misfits)).toEqual([]);
    for (const each of [handle, previous]) {
      const box = await each.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await type(byte, "700");
    await byte.press("Enter");
    await expect(status).toHaveText(says.blind);
    await every.click();
    await expect(done).toHaveText(says.done);
    expect(await page.evaluate(misfits)).toEqual([]);
  });

  test(`${lang}: axe finds nothing, used or not, and all of it can be read, dark too`,
    async ({ page, site, browserName }) => {
      test.skip(browserName === "firefox", "axe says the same of it in Chromium");
      const body = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"));
      site.spoil(/\/axe\.min\.js$/, ({ headers }) => ({
        status: 200, headers: { ...headers, "content-type": "text/javascript" }, body,
      }));
      const { says, truncate, status, every, done } = await open({ page, site }, lang);
      await page.addScriptTag({ url: `${site.url}axe.min.js` });
      expect(await violations(page)).toEqual([]);
      await truncate.click();
      await expect(status).toHaveText(/1,278/);
      await every.click();
      await expect(done).toHaveText(says.done);
      expect(await violations(page)).toEqual([]);
      for (const look of /** @type {const} */ ([{ colorScheme: "light" }, { colorScheme: "dark" },
        { forcedColors: "active" }])) {
        await page.emulateMedia(look);
        expect(await page.evaluate(faint, TEXT), JSON.stringify(look)).toEqual([]);
      }
    });
}

/**
 * What axe says against both widgets.
 * @param {Page} page
 */
async function violations(page) {
  return page.evaluate(async () => {
    const run = Reflect.get(globalThis, "axe").run;
    /** @type {{ violations: { id: string, nodes: { html: string }[] }[] }} */
    const found = await run({ include: [["section.cut"], ["section.cuts"]] });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

test.describe("with a finger", () => {
  test.use({ hasTouch: true });
  test("a tap on the handle's way cuts there", async ({ page, site, browserName }) => {
    test.skip(browserName === "firefox", "Playwright's Firefox has no touch");
    const { handle, status, byte, truncate } = await open({ page, site }, "th");
    const to = await middle(handle, 1000);
    await page.touchscreen.tap(to.x, to.y);
    await expect(byte).not.toHaveValue("1425");
    const at = (await byte.inputValue()).replace(/\B(?=(\d{3})+$)/, ",");
    await expect(status).toHaveText(new RegExp(`^ตัดที่ ${at} ท้าย file มีเศษ .* “เขียนแล้ว”$`));
    await truncate.tap();
    await expect(status).toHaveText(new RegExp(`^ตัดที่ ${at} .*อ่านกลับได้ครบ 4 batch$`));
  });
});

for (const lang of /** @type {const} */ (["th", "en"])) {
  seen(`${lang}: without scripts the still picture and both tables are there to read`,
    async ({ look, site }) => {
      const page = await look({ noScripts: true });
      const { says, cut, cuts, handle, append, every, status } = await open({ page, site }, lang);
      // Nothing in such a page keeps time, so it is the test that looks again and again.
      await expect.poll(() => cut.getByText(says.off).isVisible()).toBe(true);
      expect(await cuts.getByText(says.offCuts).isVisible()).toBe(true);
      for (const each of [handle, append, every]) expect(await each.isVisible()).toBe(false);
      expect(await cut.getByRole("img").isVisible()).toBe(true);
      expect(await status.isVisible()).toBe(true);
      expect(await status.textContent()).toMatch(says.demos);
      await cut.getByText(says.five).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => cut.getByRole("row").count()).toBe(11);
      expect(await cut.getByText(says.never, { exact: true }).count()).toBe(3);
      await cuts.getByText(says.all).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => cuts.getByRole("row").count()).toBe(8);
      expect(await cells(cuts.getByRole("table"))).toEqual(OUTCOMES);
    });
}
