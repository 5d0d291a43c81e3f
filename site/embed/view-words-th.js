// What the views say in Thai.

import { commas } from "./format.js";
import { flagError, invalid } from "./words-flag-th.js";

/** @import { ViewWords } from "./view-words.js" */

/** @type {ViewWords} */
export const thai = {
  output: "ผลที่พิมพ์",
  bytes: "byte ของผลนี้",
  bytesRegion: "byte ของผลนี้เป็น hex เลื่อนได้",
  bytesDiffer: (byte, want, got) => `byte ที่ ${commas(byte)} เป็นตัวแรกที่ต่างกัน · `
    + `${want ? `golden เป็น ${want}` : "golden จบแล้ว"} · `
    + `${got ? `รอบนี้เป็น ${got}` : "รอบนี้จบแล้ว"}`,
  pictures: "ภาพของรอบนี้",
  drawing: "engine กำลังวาด …",
  drawn: "engine วาดจากรอบที่รันด้วย flag ชุดนี้ใน browser นี้",
  unknown: (what, known) => `ไม่มี ${what} ใช้ได้แค่ ${known}`,
  invalid,
  flagError,
};
