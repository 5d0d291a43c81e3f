// What the page says in Thai.

import { commas, shortened } from "../embed/format.js";
import { fileRemedy, fileTrouble } from "../embed/words-file-th.js";
import { flagError, invalid } from "../embed/words-flag-th.js";

/** @import { Words } from "./words.js" */

/** @type {Words} */
export const thai = {
  waiting: "รอคิว · demo อื่นยังทำงานอยู่ …",
  running: "กำลังรัน …",
  loading(loaded, total) {
    if (loaded === 0) return "กำลังโหลด engine …";
    return `กำลังโหลด engine: ${commas(loaded)}${total ? ` จาก ${commas(total)}` : ""} byte`;
  },
  sectionBefore: (n) => `browser นี้เคยรันได้ตรงแล้ว · ${commas(n)} byte`,
  stopped: (run) => `หยุดแล้ว · กด ${run} เพื่อเริ่มใหม่`,
  outdated: (run) => `flag เปลี่ยนไประหว่างรัน · กด ${run} เพื่อรันด้วยค่าใหม่`,
  invalid,
  flagError,
  cannotRun: "รันไม่ได้",
  fault: (code, detail, message, run) =>
    `${fileTrouble(code, detail) ?? `${message}`} · ${fileRemedy(code, run)}`,
  run: "Run แล้วเทียบ",
  check: "ตรวจคำตอบ",
  chooseFirst: "เลือกคำตอบก่อน",
  right: "ถูกต้อง",
  wrong: "ยังไม่ใช่ · ดูว่าเพราะอะไร แล้วลองใหม่",
  guess: "คำตอบที่คุณเดา",
  guessFirst: "เดาไว้ก่อนหนึ่งคำตอบ แล้ว engine จะรันให้ดู",
  guessNumber: "คำตอบต้องเป็นตัวเลข",
  guessedRight: (value) => `ถูกต้อง: คุณเดาว่า ${value} และ engine ก็ได้ ${value}`,
  guessedOther: (guess, value) => `คุณเดาว่า ${shortened(guess)} · engine ได้ ${value}`,
  kept: (isStored) => "คำตอบของคุณ และหัวข้อที่รันได้ตรงแล้ว เก็บไว้"
    + (isStored ? "ใน browser นี้เท่านั้น" : "จนกว่าจะออกจากหน้านี้เท่านั้น"),
  clear: "ล้างความคืบหน้า",
  cleared: "ล้างแล้ว",
  yours: "เอา demo ไปใส่ในหน้าเว็บของคุณ",
  save: (mb) => `เก็บบทเรียนไว้อ่าน offline (${mb} MB)`,
  price: (mb) => `รันครั้งแรกโหลด ${mb} MB`,
};
