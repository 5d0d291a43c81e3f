// What is said in Thai of the code for a page of the reader's own.

/** @type {import("./words-yours.js").YoursWords} */
export const thai = {
  what: "แสดง",
  all: "ทุกหัวข้อ",
  script: "วาง code นี้ในหน้าเว็บของคุณ ตรงที่อยากให้ demo อยู่ · flag เป็นค่าที่ตั้งไว้ในหน้านี้",
  frame: "ถ้าเว็บของคุณใส่ script ไม่ได้ ใช้ iframe",
  version: (version) => `code นี้เป็นของ kaen-log ${version} · เมื่อเว็บนี้ออกรุ่นใหม่ `
    + "integrity จะเปลี่ยน ให้ copy ไปใหม่",
  more: "วิธีอื่นและรายละเอียดทั้งหมด",
  copy: "copy",
  copied: "copy แล้ว",
  selected: "browser นี้ไม่ให้ copy จากปุ่ม · code ถูกเลือกไว้แล้ว กด Ctrl-C หรือ ⌘C ได้เลย",
};
