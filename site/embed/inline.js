// The engine of an element. Its worker is made of a part of the element's own script
// (virtual:host), so that the script's integrity covers it.

import { Engine } from "./engine.js";
import { STALL_MS } from "./patience.js";

/** @import { Files } from "./internal.js" */
/** @import { hostOf } from "virtual:host" */

/**
 * What a run may do in the page itself, counted in calls of its file system: there it can't be
 * stopped while it computes. The longest run that the demos' flags allow makes some hundred.
 */
export const MAIN_STEPS = 20_000;

/**
 * @typedef {object} InlineOptions
 * @property {typeof hostOf} hostOf the host, whole in the text of a function
 * @property {Pick<Files, "wasm" | "wasmSize" | "wasmSha256">} files
 * @property {string} base where the files are: absolute, with a final slash
 * @property {string | null} workerURL of the worker's own file, absolute: the best rung, which is
 *   tried only where it is of the page's origin; null: it is not tried
 * @property {(signal: AbortSignal) => Promise<WebAssembly.Module>} [getModule] gives the program
 *   where it can't be fetched (packed.js); it is not asked again once it has given it
 * @property {number} [timeoutMs] for calls that set none of their own; 0, the default: none
 * @property {number} [stallMs] no byte for so long, and loading fails; 0: no limit
 */

/**
 * Makes an engine; nothing is fetched or started before its first call. It has one worker at a
 * time, calls run one after another, and `stop` ends them all.
 *
 * In the page itself (`rung` is "main") a run that does too much ends with a KlogError "budget",
 * and `reasons` say why there is no worker.
 * @param {InlineOptions} options
 */
export function makeEngine({
  hostOf, files, base, workerURL, getModule, timeoutMs = 0, stallMs = STALL_MS,
}) {
  const url = new URL(files.wasm, base).href;
  return new Engine({
    workerURL: workerURL !== null && isOwn(workerURL) ? workerURL : null,
    source: `"use strict";(${hostOf})().serve(self)`,
    makeHost: hostOf().makeHost,
    steps: MAIN_STEPS,
    program: { url, size: files.wasmSize, sha256: files.wasmSha256, module: null, fresh: false },
    ...getModule && { getModule },
    timeoutMs, stallMs,
  });
}

/**
 * Says whether a worker may come from an address: browsers take none from another origin.
 * @param {string} url
 */
function isOwn(url) {
  const { origin, protocol } = new URL(url);
  return protocol !== "file:" && origin === globalThis.origin;
}
