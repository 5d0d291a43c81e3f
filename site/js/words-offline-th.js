// What is said in Thai of saving the course.

import { commas } from "../embed/format.js";

/** @import { OfflineWords, WhyNot } from "./words-offline.js" */

/** @param {number} bytes */
const mb = (bytes) => (bytes / 1e6).toFixed(1);

/** @param {WhyNot} why */
function trouble(why) {
  switch (why.code) {
    case "network": return `โหลด file ${why.path} ไม่ได้ เพราะต่อ server ไม่ติด`;
    case "http": return `server ตอบ HTTP ${why.status} เมื่อขอ file ${why.path}`;
    case "html": return `server ส่งหน้า HTML มาแทน file ${why.path}`;
    case "empty": return `file ${why.path} ว่างเปล่า`;
    case "cut-short": return `file ${why.path} มาไม่ครบ · มาถึง ${commas(why.loaded)} `
      + `จาก ${commas(why.total)} byte`;
    case "changed": return `file ${why.path} ไม่ใช่ของบทเรียนรุ่นนี้`;
    case "stalled": return `file ${why.path} ค้างอยู่ ไม่มีอะไรมาเลย 30 วินาที`;
    case "quota": return "browser นี้ไม่มีที่เหลือพอ";
    case "no-room": return `browser นี้เหลือที่ให้เว็บนี้ ${mb(why.room)} MB `
      + `แต่บทเรียนใช้ ${mb(why.needed)} MB`;
    case "insecure": return "หน้านี้มาทาง http ธรรมดา browser ยอมเก็บเว็บไว้เฉพาะที่มาทาง https";
    case "no-worker": return "browser นี้ หรือหน้าต่างส่วนตัวนี้ เก็บเว็บไว้ไม่ได้";
    case "off": return "ผู้ดูแลเว็บปิดการเก็บบทเรียนไว้";
    case "refused": return `browser นี้ไม่ยอมให้เก็บ: ${why.message}`;
    case "stopped": return "หยุดแล้ว";
    default: return `เก็บไม่สำเร็จ: ${why.message}`;
  }
}

/** @param {WhyNot} why */
function remedy({ code }) {
  switch (code) {
    case "insecure": case "no-worker": case "off": return "";
    case "network": case "stalled": return " · ตรวจการเชื่อมต่อ แล้วลองใหม่";
    case "quota": case "no-room": return " · ลบของอื่นออกบ้าง แล้วลองใหม่";
    case "refused": return " · อาจเป็นเพราะค่าที่ตั้งไว้ หรือเพราะเป็นหน้าต่างส่วนตัว";
    default: return " · เมื่อ file บน server ครบแล้ว ลองใหม่ได้";
  }
}

/** @type {OfflineWords} */
export const thai = {
  save: (size) => `เก็บบทเรียนไว้อ่าน offline (${size} MB)`,
  stop: "หยุดเก็บ",
  remove: "ลบบทเรียนที่เก็บไว้",
  mend: "เก็บส่วนที่ขาดไป",
  saving: (loaded, total) => `กำลังเก็บ: ${mb(loaded)} จาก ${mb(total)} MB`,
  saved: (files, bytes, isLasting) => `เก็บบทเรียนไว้ครบแล้ว ${commas(files)} file · `
    + `${commas(bytes)} byte · เปิดอ่านและรันได้โดยไม่ต้องต่อ network`
    + (isLasting ? " จนกว่าคุณจะลบ" : " · ถ้าที่เก็บเหลือน้อย browser อาจลบเอง"),
  part: "browser ลบบทเรียนที่เก็บไว้ไปบางส่วน",
  removed: "ลบแล้ว · คำตอบของคุณยังอยู่",
  stopped: "หยุดแล้ว · ไม่ได้เก็บอะไรไว้",
  fault: (why, isPart) => `${isPart ? "" : "ยังไม่ได้เก็บอะไรไว้ · "}${trouble(why)}${remedy(why)}`,
  updateFault: (why) => `มีบทเรียนรุ่นใหม่ แต่เก็บไว้ไม่ได้ · ${trouble(why)} · `
    + "รุ่นที่เก็บไว้แล้วยังอยู่เหมือนเดิม",
  newer: "มีบทเรียนรุ่นใหม่เก็บไว้ข้างรุ่นนี้แล้ว ถ้าจะใช้ ทุก tab ของบทเรียนจะโหลดใหม่ "
    + "ส่วนคำตอบของคุณยังอยู่",
  take: "ใช้รุ่นใหม่",
  busy: "รอให้ tab อื่นรันเสร็จก่อน …",
  later: "บทเรียนเปลี่ยนเป็นรุ่นใหม่แล้ว tab นี้ยังเป็นรุ่นเดิมจนกว่าคุณจะออกจากหน้านี้",
  move: "โหลด tab นี้ใหม่",
};
