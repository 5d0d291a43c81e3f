// Both cuts as a reader finds them: by role and by name, in both languages.

import { languages } from "./fixture.js";

/** @import { Locator } from "@playwright/test" */
/** @import { Given, Lang } from "./fixture.js" */

const PAGE = "recovery.html";

export const words = {
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
    drawnFirst: "อ่านได้ถึง byte 1,278 จาก 1,562",
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
    truncated: /^Cut at 700: .* 502 with offset 5, and every batch is read back \(3 in all\)\.$/,
    edge: /^Cut at 502, at a batch's edge: .* makes no difference here\.$/,
    before: /^Cut at 213, at a batch's edge/, crc: /^Cut at 1,141, at a batch's edge/,
    other: /fill the torn batch up to its length, and the CRC differs/,
    odd: /An odd case/, inside: "byte 700, inside the batch that begins at byte 502",
    drawnFirst: "read up to byte 1,278 of 1,562",
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
export const OUTCOMES = [["0", "0", "0–212", "213"], ["213", "2", "213–501", "289"],
  ["502", "5", "502–866", "365"], ["867", "9", "867–1,003", "137"],
  ["1,004", "10", "1,004–1,140", "137"], ["1,141", "11", "1,141–1,277", "137"],
  ["1,278", "12", "1,278–1,425", "148"]];

/**
 * Both widgets, as a reader finds them.
 * @param {Given} given
 * @param {Lang} lang
 */
export async function open({ page, site }, lang) {
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
export async function cells(table) {
  const rows = (await table.getByRole("row").all()).slice(1);
  return Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
}

/**
 * Types a number in place of the one that is there: filling adds to it in Firefox.
 * @param {Locator} field
 * @param {string} digits
 */
export async function type(field, digits) {
  await field.press("Control+a");
  await field.pressSequentially(digits);
}

/**
 * Where the handle's middle is with so many bytes.
 * @param {Locator} handle
 * @param {number} bytes
 */
export async function middle(handle, bytes) {
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (!box) throw new Error("the handle is nowhere");
  const thumb = box.height;
  return { x: box.x + thumb / 2 + (box.width - thumb) * bytes / 1425, y: box.y + thumb / 2 };
}
