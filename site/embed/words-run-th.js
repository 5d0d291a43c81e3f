// What is said of a run in Thai.

import { commas } from "./format.js";
import { thai as faults } from "./words-fault-th.js";

/** @import { Cause } from "./verdict.js" */
/** @import { Place, RunWords } from "./words-run.js" */

/** @type {Record<Cause, string>} */
const causes = {
  "ends-early": "ผลของรอบนี้จบตรงนี้",
  "goes-on": "golden จบแล้ว แต่ผลของรอบนี้ยังมีต่อ",
  "newline-missing": "ท้ายผลของรอบนี้ไม่ได้ขึ้นบรรทัดใหม่",
  "newline-extra": "ท้ายผลของรอบนี้ขึ้นบรรทัดใหม่เกินมาหนึ่งครั้ง",
  "carriage-return": "มี carriage return (วาดเป็น ␍) อยู่ฝั่งเดียว",
  "tab": "มี tab (วาดเป็น ␉) อยู่ฝั่งเดียว",
  "trailing-spaces": "ต่างกันแค่ช่องว่างท้ายบรรทัด (วาดเป็น ␠)",
  "same-letters": "อ่านเป็นตัวอักษรเดียวกัน แต่ประกอบจาก code point คนละชุด",
  "invisible": "มีตัวอักษรที่มองไม่เห็นอยู่ฝั่งเดียว",
  "not-utf8": "byte ตรงนี้ไม่ใช่ UTF-8 ที่ถูกต้อง",
};

/** @param {Place} place */
function place({ byte, line, column, codePoints, causes: why }) {
  const points = codePoints.length === 2 ? [`${codePoints.join(" กับ ")}`] : [];
  const where = `byte ที่ ${commas(byte)} บรรทัด ${commas(line)} คอลัมน์ ${commas(column)} `
    + "(นับเป็น code point)";
  return [where, ...points, ...why.map((cause) => causes[cause])].join(" · ");
}

/** @type {RunWords} */
export const thai = {
  ...faults,
  same: (n) => `ตรงกัน: ${commas(n)} byte เหมือน golden ทุก byte`,
  sectionSame: (n, total) => `ตรงกัน: ${commas(n)} จาก ${commas(total)} byte`,
  own: (n, lines) => `ผลของคุณ: ${commas(n)} byte · flag ชุดนี้ไม่มี golden ให้เทียบ · `
    + `เปลี่ยน ${commas(lines)} บรรทัด`,
  sectionOwn: (n, lines) => `ผลของคุณ: ${commas(n)} byte · เปลี่ยน ${commas(lines)} บรรทัด`,
  sectionUnchanged: (n) => `ผลของคุณ: ${commas(n)} byte เหมือน golden`,
  sectionAbsent: (flag) => flag
    ? `รอบนี้ไม่ได้พิมพ์หัวข้อนี้ · ต้องใส่ ${flag}`
    : "รอบนี้ไม่ได้พิมพ์หัวข้อนี้",
  differs: (at, section) => `ต่างจาก golden · ${place(at)}`
    + `${section ? ` · ในหัวข้อ “${section}”` : ""}`,
  sectionDiffers: ({ byte, line }) =>
    `ต่างกันตั้งแต่ byte ที่ ${commas(byte)} ของหัวข้อนี้ บรรทัด ${commas(line)}`,
  missized: (shown, stated, section) => "ไม่ใช่ golden · "
    + `${section ? `หัวข้อ “${section}” ` : "หน้านี้"}แสดง ${commas(shown)} byte `
    + `ตรงกับที่รอบนี้พิมพ์ แต่ golden มี ${commas(stated)} byte`,
  sectionMissized: (shown, stated) =>
    `ไม่ใช่ golden · หัวข้อนี้มี ${commas(shown)} byte แต่ golden มี ${commas(stated)} byte`,
  place,
  label: {
    changed: "ผลของคุณ (เปลี่ยนไป):",
    added: "ผลของคุณ (บรรทัดที่เพิ่มมา):",
    removed: "มีแค่ใน golden · ผลของคุณไม่มีบรรทัดนี้",
    golden: "golden บนหน้านี้:",
    printed: "รอบนี้พิมพ์ว่า:",
    missing: "golden บนหน้านี้ · รอบนี้ไม่ได้พิมพ์บรรทัดนี้:",
    extra: "รอบนี้พิมพ์เกินมาหนึ่งบรรทัด:",
  },
  asked: "บรรทัดที่ถามถึง ในรอบนี้:",
  region: (title) => `ผลของรอบนี้ในหัวข้อ ${title} เลื่อนซ้ายขวาได้`,
};
