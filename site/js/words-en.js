// What the page says in English.

import { commas, fileOf, shortened } from "./format.js";

/** @import { Place, Words } from "./words.js" */
/** @import { Cause } from "../embed/verdict.js" */
/** @import { ErrorCode, ErrorDetail } from "../embed/klog.mjs" */

/** @param {number} n @param {string} noun */
function counted(n, noun) {
  return `${commas(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** @param {number} n */
const bytes = (n) => counted(n, "byte");

/** @type {Record<Cause, string>} */
const causes = {
  "ends-early": "this run's text ends here",
  "goes-on": "this run's text goes on after the golden text's end",
  "newline-missing": "this run has no newline at its end",
  "newline-extra": "this run has one more newline at its end",
  "carriage-return": "one of them has a carriage return (drawn ␍) here",
  "tab": "one of them has a tab (drawn ␉) here",
  "trailing-spaces": "only the spaces at the line's end differ (drawn ␠)",
  "same-letters": "the same letters, made of different code points",
  "invisible": "a character that takes no room is in only one of them",
  "not-utf8": "the bytes are no valid UTF-8",
};

/** @param {Place} place */
function place({ byte, line, column, codePoints, causes: why }) {
  const points = codePoints.length === 2 ? [`${codePoints.join(" against ")}`] : [];
  const where = `byte ${commas(byte)}, line ${commas(line)}, column ${commas(column)} `
    + "(counted in code points)";
  return [where, ...points, ...why.map((cause) => causes[cause])].join("; ");
}

/** @param {ErrorDetail} detail */
function arrived({ loaded = 0, total = 0 }) {
  return total ? `${commas(loaded)} of ${bytes(total)} came` : `only ${bytes(loaded)} came`;
}

/**
 * What is wrong, as a whole sentence.
 * @param {ErrorCode} code
 * @param {ErrorDetail} detail
 * @param {string} message
 */
function trouble(code, detail, message) {
  const file = `${detail.part === "worker" ? "worker" : "engine"}'s file ${fileOf(detail.url)}`;
  switch (code) {
    case "http":
      return detail.status === 404
        ? `The ${file} is missing on the server (HTTP 404).`
        : `The server answers HTTP ${detail.status} for the ${file}.`;
    case "network": return `The ${file} can't be fetched: no connection.`;
    case "html": return `The server sends a page of HTML in place of the ${file}.`;
    case "empty": return `The ${file} came empty.`;
    case "cut-short": return `The ${file} is cut short: ${arrived(detail)}.`;
    case "not-wasm": return `The ${file} is damaged or is something else.`;
    case "stalled":
      return detail.loaded
        ? `Loading the ${file} stands still: nothing came for ${secondsOf(detail.limitMs)}; `
          + `${arrived(detail)}.`
        : `The server sends nothing of the ${file}: no byte came for `
          + `${secondsOf(detail.limitMs)}.`;
    case "policy": return "This page's policy (CSP) forbids WebAssembly: 'wasm-unsafe-eval' is "
      + "missing in its script-src.";
    case "no-wasm": return "This browser has no WebAssembly, which the engine needs.";
    case "worker-forbidden": return "This page may start no worker: its policy (CSP) or its place "
      + "forbids it.";
    case "worker-failed": return detail.type
      ? `The worker does not start: the server sends its file ${fileOf(detail.url)} as `
        + `${detail.type}, which is no type of a script.`
      : "The worker does not start.";
    case "worker-died": return "The worker died during the run.";
    case "ended": case "panic": return `The engine broke: ${message}.`;
    case "timeout": return `The engine gave no answer within ${secondsOf(detail.limitMs)}.`;
    default: return `The demo failed: ${message}.`;
  }
}

/** @param {number} [ms] */
function secondsOf(ms = 0) {
  return counted(ms / 1000, "second");
}

/**
 * What can be done about it.
 * @param {ErrorCode} code
 * @param {string} run
 */
function remedy(code, run) {
  switch (code) {
    case "http": case "html": case "empty": case "cut-short": case "not-wasm":
      return `Once the file is whole on the server, press ${run} again.`;
    case "network": case "stalled": return `Check the connection, then press ${run} again.`;
    case "policy": return "Whoever hosts this page can add it.";
    case "no-wasm": return "A newer browser can run it.";
    default: return `Press ${run} to start a new one.`;
  }
}

/** @type {Words} */
export const english = {
  waiting: "Waiting: another demo comes first …",
  running: "Running …",
  loading(loaded, total) {
    if (loaded === 0) return "Loading the engine …";
    return `Loading the engine: ${total ? `${commas(loaded)} of ${bytes(total)}` : bytes(loaded)}`;
  },
  same: (n) => `Identical: ${bytes(n)}, every one as in the golden output.`,
  sectionSame: (n, total) => `identical: ${bytes(n)} of ${commas(total)}`,
  own: (n, lines) => `Your run: ${bytes(n)}; no golden output for these flags; `
    + `${counted(lines, "line")} changed.`,
  sectionOwn: (n, lines) => `your run: ${bytes(n)}; ${counted(lines, "line")} changed`,
  sectionUnchanged: (n) => `your run: ${bytes(n)}, the same as in the golden output`,
  sectionAbsent: (flag) => flag
    ? `not printed in this run: it needs ${flag}`
    : "not printed in this run",
  differs: (at, section) => `Differs from the golden output: ${place(at)}`
    + `${section ? `; in the section “${section}”` : ""}.`,
  sectionDiffers: ({ byte, line }) =>
    `differs from its byte ${commas(byte)} on, in its line ${commas(line)}`,
  missized: (shown, stated, section) => "Not the golden output: "
    + `${section ? `the section “${section}”` : "this page"} shows ${bytes(shown)}, as this run `
    + `printed them, where the golden text has ${commas(stated)}.`,
  sectionMissized: (shown, stated) =>
    `not the golden text: ${bytes(shown)}, where that has ${commas(stated)}`,
  place,
  label: {
    changed: "your run (changed):",
    added: "your run (one more line):",
    removed: "in the golden output only; your run has no such line",
    golden: "golden text on this page:",
    printed: "this run printed:",
    missing: "golden text on this page; this run printed no such line:",
    extra: "this run printed one more line:",
  },
  stopped: (run) => `Stopped. ${run} starts anew.`,
  outdated: (run) => `The flags were changed during the run. Press ${run} to run with them.`,
  invalid: (flag) => `Not run: ${flag} is wrong.`,
  flagError(kind, found, min, max) {
    const shown = found === "" ? "Nothing is given here" : `“${shortened(found)}” can't be taken`;
    switch (kind) {
      case "int": return `${shown}: a whole number from ${min} to ${max} is allowed.`;
      case "range": return `${shown}: A..B is allowed, with ${min} ≤ A ≤ B ≤ ${max}.`;
      default: return `${shown}.`;
    }
  },
  cannotRun: "Can't run.",
  fault: (code, detail, message, run) => `${trouble(code, detail, message)} ${remedy(code, run)}`,
  makeshift: (code, detail) => `${trouble(code, detail, "")} So the engine ran in the page itself, `
    + "where Stop can't end a run.",
};
