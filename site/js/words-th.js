// What the page says in Thai.

import { commas, fileOf, shortened } from "./format.js";

/** @import { Words } from "./words.js" */
/** @import { ErrorCode, ErrorDetail } from "../embed/klog.mjs" */

/** @param {ErrorDetail} detail */
function arrived({ loaded = 0, total = 0 }) {
  return total
    ? `มาถึง ${commas(loaded)} จาก ${commas(total)} byte`
    : `มาถึงแค่ ${commas(loaded)} byte`;
}

/**
 * What is wrong, as a whole sentence.
 * @param {ErrorCode} code
 * @param {ErrorDetail} detail
 * @param {string} message
 */
function trouble(code, detail, message) {
  const name = fileOf(detail.url);
  const file = `file ของ ${detail.part === "worker" ? "worker" : "engine"} (${name})`;
  switch (code) {
    case "http":
      return detail.status === 404
        ? `ไม่มี ${file} บน server · HTTP 404`
        : `server ตอบ HTTP ${detail.status} เมื่อขอ ${file}`;
    case "network": return `โหลด ${file} ไม่ได้ เพราะต่อ server ไม่ติด`;
    case "html": return `server ส่งหน้า HTML มาแทน ${file}`;
    case "empty": return `${file} ว่างเปล่า`;
    case "cut-short": return `${file} มาไม่ครบ · ${arrived(detail)}`;
    case "not-wasm": return `${file} เสีย หรือเป็น file อื่น`;
    case "stalled":
      return detail.loaded
        ? `โหลด ${file} แล้วค้าง ไม่มี byte มาเพิ่มเลย ${secondsOf(detail.limitMs)} · `
          + arrived(detail)
        : `server ไม่ส่ง ${file} มาเลย รอมา ${secondsOf(detail.limitMs)} ยังไม่ได้สัก byte`;
    case "policy": return "policy (CSP) ของหน้านี้ไม่ให้ใช้ WebAssembly "
      + "เพราะใน script-src ไม่มี 'wasm-unsafe-eval'";
    case "no-wasm": return "browser นี้ไม่มี WebAssembly ซึ่ง engine ต้องใช้";
    case "worker-forbidden": return "หน้านี้เริ่ม worker ไม่ได้ เพราะ policy (CSP) "
      + "หรือที่อยู่ของหน้านี้ไม่อนุญาต";
    case "worker-failed": return detail.type
      ? `worker เริ่มทำงานไม่ได้ เพราะ server ส่ง file ของ worker (${name}) มาเป็นชนิด `
        + `${detail.type} ซึ่ง browser ไม่รับเป็น script`
      : "worker เริ่มทำงานไม่ได้";
    case "worker-died": return "worker หยุดทำงานกลางคัน";
    case "ended": case "panic": return `engine พัง: ${message}`;
    case "timeout": return `engine ไม่ตอบภายใน ${secondsOf(detail.limitMs)}`;
    default: return `demo ทำงานไม่สำเร็จ: ${message}`;
  }
}

/** @param {number} [ms] */
function secondsOf(ms = 0) {
  return `${commas(ms / 1000)} วินาที`;
}

/**
 * What can be done about it.
 * @param {ErrorCode} code
 * @param {string} run
 */
function remedy(code, run) {
  switch (code) {
    case "http": case "html": case "empty": case "cut-short": case "not-wasm":
      return `เมื่อ file บน server ครบแล้ว กด ${run} อีกครั้ง`;
    case "network": case "stalled": return `ตรวจการเชื่อมต่อ แล้วกด ${run} อีกครั้ง`;
    case "policy": return "ให้ผู้ดูแลเว็บเพิ่มค่านี้ลงไป";
    case "no-wasm": return "browser รุ่นใหม่กว่านี้รันได้";
    default: return `กด ${run} เพื่อเริ่มตัวใหม่`;
  }
}

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
  invalid: (flag) => `ยังไม่ได้รัน เพราะค่าของ ${flag} ใช้ไม่ได้`,
  flagError(kind, found, min, max) {
    const shown = found === "" ? "ช่องนี้ว่างอยู่" : `“${shortened(found)}” ใช้ไม่ได้`;
    switch (kind) {
      case "int": return `${shown} · ใส่จำนวนเต็มตั้งแต่ ${min} ถึง ${max}`;
      case "range": return `${shown} · ใส่เป็นช่วง A..B โดย ${min} ≤ A ≤ B ≤ ${max}`;
      default: return shown;
    }
  },
  cannotRun: "รันไม่ได้",
  fault: (code, detail, message, run) => `${trouble(code, detail, message)} · ${remedy(code, run)}`,
  makeshift: (code, detail) => `${trouble(code, detail, "")} · engine จึงทำงานในหน้านี้เอง `
    + "และปุ่มหยุดจะหยุดรอบที่กำลังรันไม่ได้",
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
  asked: "บรรทัดที่ถามถึง ในรอบนี้:",
  region: (title) => `ผลของรอบนี้ในหัวข้อ ${title} เลื่อนซ้ายขวาได้`,
  kept: (isStored) => "คำตอบของคุณ และหัวข้อที่รันได้ตรงแล้ว เก็บไว้"
    + (isStored ? "ใน browser นี้เท่านั้น" : "จนกว่าจะออกจากหน้านี้เท่านั้น"),
  clear: "ล้างความคืบหน้า",
  cleared: "ล้างแล้ว",
  save: (mb) => `เก็บบทเรียนไว้อ่าน offline (${mb} MB)`,
  price: (mb) => `รันครั้งแรกโหลด ${mb} MB`,
};
