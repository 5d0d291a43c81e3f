// What is said on a page of a disk when its engine does not come: which file to have again, and
// which one to open.

import { fileOf } from "../embed/format.js";
import { UNPACKER } from "../embed/unpack.js";

/** @import { Fault } from "../embed/words-run.js" */

/**
 * @typedef {object} DiskWords
 * @property {(file: string) => string} missing
 * @property {(file: string) => string} damaged
 * @property {string} single the one file is damaged
 * @property {string} old
 */

/** @type {DiskWords} */
const english = {
  missing: (file) => `The engine's file ${file} is missing in the folder assets, or damaged. `
    + "Unpack all of kaen-log-offline.zip once more and open index.html in its folder kaen-log.",
  damaged: (file) => `The engine's file ${file} is damaged. `
    + "Unpack all of kaen-log-offline.zip once more and open index.html in its folder kaen-log.",
  single: "The engine in this file is damaged or missing. Get kaen-log.html once more from where "
    + "you have it.",
  old: "This browser is too old to unpack the engine: it has no DecompressionStream. A newer "
    + "browser can run it.",
};

/** @type {DiskWords} */
const thai = {
  missing: (file) => `ไม่มี file ของ engine (${file}) ใน folder assets หรือ file นี้เสีย · `
    + "แตก kaen-log-offline.zip ออกมาทั้งหมดอีกครั้ง แล้วเปิด index.html ใน folder kaen-log",
  damaged: (file) => `file ของ engine (${file}) เสีย · `
    + "แตก kaen-log-offline.zip ออกมาทั้งหมดอีกครั้ง แล้วเปิด index.html ใน folder kaen-log",
  single: "engine ที่อยู่ใน file นี้เสียหรือขาดไป · ให้เอา kaen-log.html มาใหม่จากที่เดิม",
  old: "browser นี้เก่าเกินกว่าจะแตก engine ออกมาได้ เพราะไม่มี DecompressionStream · "
    + "browser รุ่นใหม่กว่านี้รันได้",
};

/**
 * Says of the engine's file what can be done about it on a disk, and of all else what `fault` does.
 * @param {Fault} fault
 * @param {string} lang
 * @returns {Fault}
 */
export function faultOnDisk(fault, lang) {
  const words = lang === "th" ? thai : english;
  return (code, detail, message, run) => {
    if (detail.missing === UNPACKER) return words.old;
    const isOfFile = code === "network" || code === "not-wasm";
    if (isOfFile && detail.url?.startsWith("blob:")) return words.single;
    if (isOfFile && !location.protocol.startsWith("http")) {
      return words[code === "network" ? "missing" : "damaged"](fileOf(detail.url));
    }
    return fault(code, detail, message, run);
  };
}
