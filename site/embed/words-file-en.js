// What is said in English of a file that does not come, or is not what it should be.

import { counted, fileOf } from "./format.js";

/** @import { ErrorCode, ErrorDetail } from "./klog.mjs" */

/** @param {ErrorDetail} detail */
export function nameOf({ part, url }) {
  return `${part === "worker" ? "worker" : "engine"}'s file ${fileOf(url)}`;
}

/** @param {number} [ms] */
export function secondsOf(ms = 0) {
  return counted(ms / 1000, "second");
}

/**
 * What a policy forbids, and what it would have to have.
 * @param {string} what
 * @param {ErrorDetail} detail
 */
export function forbids(what, { missing, directive }) {
  return `This page's policy (CSP) forbids ${what}: ${missing} is missing in its ${directive}.`;
}

/**
 * What is wrong, as a whole sentence; null: it is no matter of a file.
 * @param {ErrorCode} code
 * @param {ErrorDetail} detail
 */
export function fileTrouble(code, detail) {
  const file = nameOf(detail);
  switch (code) {
    case "http":
      return detail.status === 404
        ? `The ${file} is missing on the server (HTTP 404).`
        : `The server answers HTTP ${detail.status} for the ${file}.`;
    case "network": return `The ${file} can't be fetched: no connection.`;
    case "html": return `The server sends a page of HTML in place of the ${file}.`;
    case "empty": return `The ${file} is empty.`;
    case "not-wasm": return `The ${file} is damaged or is something else.`;
    case "stalled": return `The server sends nothing of the ${file}: no byte came for `
      + `${secondsOf(detail.limitMs)}.`;
    case "policy": return forbids(`the ${file}`, detail);
    default: return null;
  }
}

/**
 * What can be done about it.
 * @param {ErrorCode} code
 * @param {string} run
 */
export function fileRemedy(code, run) {
  switch (code) {
    case "network": case "stalled": return `Check the connection, then press ${run} again.`;
    case "policy": return "Whoever hosts this page can add it.";
    default: return `Once the file is whole on the server, press ${run} again.`;
  }
}
