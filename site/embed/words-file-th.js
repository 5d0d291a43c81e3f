// What is said in Thai of a file that does not come, or is not what it should be.

import { commas, fileOf } from "./format.js";

/** @import { ErrorCode, ErrorDetail } from "./klog.mjs" */

/** @param {ErrorDetail} detail */
export function nameOf({ part, url }) {
  return `file ของ ${part === "worker" ? "worker" : "engine"} (${fileOf(url)})`;
}

/** @param {number} [ms] */
export function secondsOf(ms = 0) {
  return `${commas(ms / 1000)} วินาที`;
}

/**
 * What a policy forbids, and what it would have to have.
 * @param {string} what
 * @param {ErrorDetail} detail
 */
export function forbids(what, { missing, directive }) {
  return `policy (CSP) ของหน้านี้ไม่ให้${what} เพราะใน ${directive} ไม่มี ${missing}`;
}

/**
 * What is wrong, as a whole sentence; null: it is no matter of a file.
 * @param {ErrorCode} code
 * @param {ErrorDetail} detail
 */
export function fileTrouble(code, detail) {
  const file = nameOf(detail);
  switch (code) {
    case "http":
      return detail.status === 404
        ? `ไม่มี ${file} บน server · HTTP 404`
        : `server ตอบ HTTP ${detail.status} เมื่อขอ ${file}`;
    case "network": return `โหลด ${file} ไม่ได้ เพราะต่อ server ไม่ติด`;
    case "html": return `server ส่งหน้า HTML มาแทน ${file}`;
    case "empty": return `${file} ว่างเปล่า`;
    case "not-wasm": return `${file} เสีย หรือเป็น file อื่น`;
    case "stalled": return `server ไม่ส่ง ${file} มาเลย รอมา ${secondsOf(detail.limitMs)} `
      + "ยังไม่ได้สัก byte";
    case "policy": return forbids(`โหลด ${file}`, detail);
    default: return null;
  }
}

/**
 * What can be done about it.
 * @param {ErrorCode} code
 * @param {string} run
 */
export function fileRemedy(code, run) {
  switch (code) {
    case "network": case "stalled": return `ตรวจการเชื่อมต่อ แล้วกด ${run} อีกครั้ง`;
    case "policy": return "ให้ผู้ดูแลเว็บเพิ่มค่านี้ลงไป";
    default: return `เมื่อ file บน server ครบแล้ว กด ${run} อีกครั้ง`;
  }
}
