// What is said in Thai of a flag that is wrong.

import { shortened } from "./format.js";

/** @param {string} flag with dashes */
export const invalid = (flag) => `ยังไม่ได้รัน เพราะค่าของ ${flag} ใช้ไม่ได้`;

/**
 * What is wrong with a flag's value.
 * @param {string} kind
 * @param {string} found
 * @param {string} min
 * @param {string} max
 */
export function flagError(kind, found, min, max) {
  const shown = found === "" ? "ช่องนี้ว่างอยู่" : `“${shortened(found)}” ใช้ไม่ได้`;
  switch (kind) {
    case "int": return `${shown} · ใส่จำนวนเต็มตั้งแต่ ${min} ถึง ${max}`;
    case "range": return `${shown} · ใส่เป็นช่วง A..B โดย ${min} ≤ A ≤ B ≤ ${max}`;
    default: return shown;
  }
}
