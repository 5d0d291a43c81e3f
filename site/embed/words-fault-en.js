// What is said in English of a run that came to nothing, or had to make do.

import { commas, counted, fileOf } from "./format.js";
import { fileRemedy, fileTrouble, forbids, nameOf, secondsOf } from "./words-file-en.js";

/** @import { ErrorCode, ErrorDetail } from "./klog.mjs" */
/** @import { RunWords } from "./words-run.js" */

/** @param {ErrorDetail} detail */
function arrived({ loaded = 0, total = 0 }) {
  const bytes = counted(total || loaded, "byte");
  return total ? `${commas(loaded)} of ${bytes} came` : `only ${bytes} came`;
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
      return `The ${file} can't be fetched: ${isOnDisk(detail)
        ? "this page was opened as a file, and browsers let such a page read no other file."
        : "this page is in a sandboxed frame, and the server lets no such page read it "
          + "(Access-Control-Allow-Origin is missing)."}`;
    case "cut-short": return `The ${file} is cut short: ${arrived(detail)}.`;
    case "stalled":
      if (!detail.loaded) break;
      return `Loading the ${file} stands still: nothing came for ${secondsOf(detail.limitMs)}; `
        + `${arrived(detail)}.`;
    case "policy":
      if (detail.missing !== "'wasm-unsafe-eval'") break;
      return forbids("WebAssembly", detail);
    case "no-wasm": return "This browser has no WebAssembly, which the engine needs.";
    case "worker-forbidden": return detail.missing ? forbids("the worker", detail)
      : `This page may start no worker: it ${isOnDisk(detail) ? "was opened as a file."
        : "is in a sandboxed frame."}`;
    case "worker-failed": return detail.type
      ? `The worker does not start: the server sends its file ${fileOf(detail.url)} as `
        + `${detail.type}, which is not a script type.`
      : "The worker does not start.";
    case "worker-died": return "The worker died during the run.";
    case "ended": case "panic": return `The engine stopped with an error: ${message}.`;
    case "integrity": return `The ${file} is not the one that this page was made for: its bytes `
      + "are others (SHA-256).";
    case "budget": return "The run was ended: it did more than a run may do in the page itself, "
      + "where Stop can't end it.";
    case "timeout": return `The engine gave no answer within ${secondsOf(detail.limitMs)}.`;
  }
  return fileTrouble(code, detail) ?? `The demo failed: ${message}.`;
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
    return isOnDisk(detail) ? "From a disk open kaen-log.html, or index.html in the folder that "
      + "kaen-log-offline.zip unpacks to: those run there." : "Open it in a tab of its own.";
  }
  if (code === "integrity") return `Once the right file is on the server, press ${run} again.`;
  if (code === "budget") return "In a worker there is no such limit.";
  if (code === "no-wasm") return "A newer browser can run it.";
  return code === "cut-short" || fileTrouble(code, detail) !== null ? fileRemedy(code, run)
    : `Press ${run} to start a new one.`;
}

/** @type {Pick<RunWords, "fault" | "makeshift">} */
export const english = {
  fault: (code, detail, message, run) =>
    `${trouble(code, detail, message)} ${remedy(code, detail, run)}`,
  makeshift: (code, detail) => `${trouble(code, detail, "")} So the engine ran in the page itself, `
    + "where Stop can't end a run.",
};
