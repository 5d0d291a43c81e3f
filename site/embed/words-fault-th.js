// What is said in Thai of a run that came to nothing, or had to make do.

import { commas, fileOf } from "./format.js";
import { fileRemedy, fileTrouble, forbids, nameOf, secondsOf } from "./words-file-th.js";

/** @import { ErrorCode, ErrorDetail } from "./klog.mjs" */
/** @import { RunWords } from "./words-run.js" */

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
  const file = nameOf(detail);
  switch (code) {
    case "network":
      if (!detail.opaque) break;
      return `โหลด ${file} ไม่ได้ เพราะ${isOnDisk(detail)
        ? "หน้านี้เปิดมาจาก file ในเครื่อง ซึ่ง browser ไม่ให้อ่าน file อื่น"
        : "หน้านี้อยู่ใน frame แบบ sandbox และ server ไม่ยอมให้หน้าแบบนี้อ่าน "
          + "(ไม่มี Access-Control-Allow-Origin)"}`;
    case "cut-short": return `${file} มาไม่ครบ · ${arrived(detail)}`;
    case "stalled":
      if (!detail.loaded) break;
      return `โหลด ${file} แล้วค้าง ไม่มี byte มาเพิ่มเลย ${secondsOf(detail.limitMs)} · `
        + arrived(detail);
    case "policy":
      if (detail.missing !== "'wasm-unsafe-eval'") break;
      return forbids("ใช้ WebAssembly", detail);
    case "no-wasm": return "browser นี้ไม่มี WebAssembly ซึ่ง engine ต้องใช้";
    case "worker-forbidden": return detail.missing ? forbids("เริ่ม worker", detail)
      : `หน้านี้เริ่ม worker ไม่ได้ เพราะ${isOnDisk(detail) ? "เปิดมาจาก file ในเครื่อง"
        : "อยู่ใน frame แบบ sandbox"}`;
    case "worker-failed": return detail.type
      ? `worker เริ่มทำงานไม่ได้ เพราะ server ส่ง file ของ worker (${fileOf(detail.url)}) `
        + `มาเป็นชนิด ${detail.type} ซึ่ง browser ไม่รับเป็น script`
      : "worker เริ่มทำงานไม่ได้";
    case "worker-died": return "worker หยุดทำงานกลางคัน";
    case "ended": case "panic": return `engine พัง: ${message}`;
    case "integrity": return `${file} ไม่ใช่ตัวที่หน้านี้ต้องใช้ `
      + "byte ข้างในไม่ตรง (SHA-256 ต่างกัน)";
    case "budget": return "รอบนี้ทำงานนานเกินที่ให้รันในหน้านี้เอง "
      + "ซึ่งปุ่มหยุดช่วยไม่ได้ เลยตัดจบก่อน";
    case "timeout": return `engine ไม่ตอบภายใน ${secondsOf(detail.limitMs)}`;
  }
  return fileTrouble(code, detail) ?? `demo ทำงานไม่สำเร็จ: ${message}`;
}

/** @param {ErrorDetail} detail */
function isOnDisk({ url = "" }) {
  return url.startsWith("file:");
}

/**
 * What can be done about it.
 * @param {ErrorCode} code
 * @param {ErrorDetail} detail
 * @param {string} run
 */
function remedy(code, detail, run) {
  if (detail.opaque) {
    return isOnDisk(detail) ? "ถ้าจะเปิดจากในเครื่อง ให้เปิด kaen-log.html หรือ index.html "
      + "ใน folder ที่แตกจาก kaen-log-offline.zip ซึ่งรันได้" : "เปิดหน้านี้เป็น tab ของตัวเอง";
  }
  if (code === "integrity") return `เมื่อ file ที่ถูกตัวอยู่บน server แล้ว กด ${run} อีกครั้ง`;
  if (code === "budget") return "ถ้ารันใน worker จะไม่มีเพดานนี้";
  if (code === "no-wasm") return "browser รุ่นใหม่กว่านี้รันได้";
  return code === "cut-short" || fileTrouble(code, detail) !== null ? fileRemedy(code, run)
    : `กด ${run} เพื่อเริ่มตัวใหม่`;
}

/** @type {Pick<RunWords, "fault" | "makeshift">} */
export const thai = {
  fault: (code, detail, message, run) =>
    `${trouble(code, detail, message)} · ${remedy(code, detail, run)}`,
  makeshift: (code, detail) => `${trouble(code, detail, "")} · engine จึงทำงานในหน้านี้เอง `
    + "และปุ่มหยุดจะหยุดรอบที่กำลังรันไม่ได้",
};
