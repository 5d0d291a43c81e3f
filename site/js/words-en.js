// What the page says in English.

import { commas, counted, fileOf, shortened } from "./format.js";

/** @import { Words } from "./words.js" */
/** @import { ErrorCode, ErrorDetail } from "../embed/klog.mjs" */

/** @param {number} n */
const bytes = (n) => counted(n, "byte");

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
    case "empty": return `The ${file} is empty.`;
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
    case "worker-forbidden": return "This page may start no worker: its policy (CSP) or its "
      + "address forbids it.";
    case "worker-failed": return detail.type
      ? `The worker does not start: the server sends its file ${fileOf(detail.url)} as `
        + `${detail.type}, which is not a script type.`
      : "The worker does not start.";
    case "worker-died": return "The worker died during the run.";
    case "ended": case "panic": return `The engine stopped with an error: ${message}.`;
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
  sectionBefore: (n) => `Reproduced in this browser before: ${bytes(n)}.`,
  stopped: (run) => `Stopped. Press ${run} to start again.`,
  outdated: (run) => `The flags were changed during the run. Press ${run} to run with them.`,
  invalid: (flag) => `Not run: ${flag} is wrong.`,
  flagError(kind, found, min, max) {
    const shown = found === "" ? "Nothing is given here" : `“${shortened(found)}” can't be used`;
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
  run: "Run and compare",
  check: "Check",
  chooseFirst: "Choose an answer first.",
  right: "Right.",
  wrong: "Not right. Read why, and try again.",
  guess: "Your guess",
  guessFirst: "Write down a guess first; then the engine runs.",
  guessNumber: "The answer is a number.",
  guessedRight: (value) => `Right: you said ${value}, and so does the engine.`,
  guessedOther: (guess, value) => `You said ${shortened(guess)}; the engine says ${value}.`,
  asked: "this run, the line that was asked about:",
  region: (title) => `This run's lines of “${title}”, scrolls sideways`,
  kept: (isStored) => "Your answers, and the sections whose runs were identical, are kept only "
    + (isStored ? "in this browser." : "until you leave this page."),
  clear: "Clear progress",
  cleared: "Cleared.",
  save: (mb) => `Save the course for reading offline (${mb} MB)`,
  price: (mb) => `The first run loads ${mb} MB.`,
};
