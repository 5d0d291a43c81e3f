// What the element itself says, in both languages: until its views come, and where they do not.

/** What is said where there is no more to say it. */
export const words = {
  en: {
    run: "Run",
    stop: "Stop",
    reset: "Reset",
    flags: "Flags",
    loading: "Loading …",
    stopped: "Stopped. Press Run to start again.",
    failed: "Can't run.",
    fault: (/** @type {string} */ file, /** @type {string} */ why) =>
      `The element's file ${file} can't be used: ${why}. Once that is mended, press Run again.`,
    why: {
      network: "it can't be fetched",
      stalled: "it does not come",
      integrity: "it is not the one of this version, or it was changed",
      policy: "this page's policy (CSP) forbids it",
    },
    lacks: (/** @type {string} */ directive, /** @type {string} */ source) =>
      `, since ${source} is missing in its ${directive}`,
  },
  th: {
    run: "Run",
    stop: "หยุด",
    reset: "คืนค่า",
    flags: "flag",
    loading: "กำลังโหลด …",
    stopped: "หยุดแล้ว · กด Run เพื่อเริ่มใหม่",
    failed: "รันไม่ได้",
    fault: (/** @type {string} */ file, /** @type {string} */ why) =>
      `ใช้ ${file} ของ element ไม่ได้: ${why} · แก้แล้วกด Run อีกครั้ง`,
    why: {
      network: "โหลดไม่ได้",
      stalled: "โหลดแล้วไม่มา",
      integrity: "ไม่ใช่ file ของรุ่นนี้ หรือถูกแก้ไป",
      policy: "policy (CSP) ของหน้านี้ไม่ยอมให้โหลด",
    },
    lacks: (/** @type {string} */ directive, /** @type {string} */ source) =>
      ` เพราะใน ${directive} ไม่มี ${source}`,
  },
};

/** @typedef {typeof words["en"]} Words */
