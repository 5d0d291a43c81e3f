// What the element itself says, in both languages. All else comes with its views.

/** @import { ErrorCode, ErrorDetail } from "./klog.mjs" */

/** @typedef {(code: ErrorCode, detail: ErrorDetail, message: string) => string} Fault */

/** @param {number} n */
const figure = (n) => n.toLocaleString("en");

/**
 * @param {number} loaded
 * @param {number} total
 * @param {string} of
 */
const bytes = (loaded, total, of) =>
  loaded ? `: ${figure(loaded)}${total ? ` ${of} ${figure(total)}` : ""} byte` : " …";

/** @param {ErrorDetail} detail */
const file = ({ url = "" }) => url.replace(/\?.*$/, "").replace(/^.*\//, "");

/** What is said where the views do not come: they would say it better. */
export const words = {
  en: {
    group: "Demo",
    run: "Run",
    stop: "Stop",
    reset: "Reset",
    flags: "Flags",
    waiting: "Waiting: another demo comes first …",
    running: "Running …",
    loading: (/** @type {number} */ loaded, /** @type {number} */ total) =>
      `Loading${bytes(loaded, total, "of")}${loaded ? "s" : ""}`,
    stopped: "Stopped. Press Run to start again.",
    outdated: "The flags were changed during the run. Press Run to run with them.",
    failed: "Can't run.",
    /** @type {Fault} */
    fault(code, detail, message) {
      const { status, directive, missing } = detail;
      if (code === "policy") {
        return `This page's policy (CSP) forbids ${file(detail)}: ${missing} is missing in its `
          + `${directive}. Whoever hosts this page can add it.`;
      }
      const trouble = {
        http: `is not on the server (HTTP ${status})`, network: "can't be fetched",
        stalled: "does not come", integrity: "is not the one of this version: its hash differs",
        html: "is a page of HTML", empty: "is empty", "not-wasm": "is damaged",
      }[/** @type {string} */ (code)];
      return `${trouble ? `${file(detail)} ${trouble}` : message}. Press Run to try again.`;
    },
  },
  th: {
    group: "Demo",
    run: "Run",
    stop: "หยุด",
    reset: "คืนค่า",
    flags: "flag",
    waiting: "รอคิว · demo อื่นยังทำงานอยู่ …",
    running: "กำลังรัน …",
    loading: (/** @type {number} */ loaded, /** @type {number} */ total) =>
      `กำลังโหลด${bytes(loaded, total, "จาก")}`,
    stopped: "หยุดแล้ว · กด Run เพื่อเริ่มใหม่",
    outdated: "flag เปลี่ยนไประหว่างรัน · กด Run เพื่อรันด้วยค่าใหม่",
    failed: "รันไม่ได้",
    /** @type {Fault} */
    fault(code, detail, message) {
      const { status, directive, missing } = detail;
      if (code === "policy") {
        return `policy (CSP) ของหน้านี้ไม่ให้โหลด ${file(detail)} เพราะใน ${directive} ไม่มี `
          + `${missing} · ให้ผู้ดูแลเว็บเพิ่มค่านี้ลงไป`;
      }
      const trouble = {
        http: `ไม่มีบน server (HTTP ${status})`, network: "โหลดไม่ได้", stalled: "โหลดไม่มา",
        integrity: "ไม่ใช่ file ของรุ่นนี้ เพราะ hash ไม่ตรง", html: "เป็นหน้า HTML",
        empty: "ว่างเปล่า", "not-wasm": "เสีย",
      }[/** @type {string} */ (code)];
      return `${trouble ? `${file(detail)} ${trouble}` : message} · กด Run เพื่อลองใหม่`;
    },
  },
};

/** @typedef {typeof words["en"]} Words */
