// The engine's functions as its users call them: options in, the shape of a run out.

import { klogError } from "./error.js";

/** @import { CallOptions, CommandResult, DemoResult, LoadOptions } from "./klog.mjs" */
/** @import { DumpShape, InspectResult, OptionValue, RunShape } from "./klog.mjs" */
/** @import { Engine } from "./engine.js" */

const TYPES = ["string", "number", "bigint", "boolean"];
/** Half of a character: no UTF-8 holds it, so the engine would get another text. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Runs a demo.
 *
 * Errors: a KlogError; code "invalid-option" names the option in its field.
 * @param {Engine} engine
 * @param {string} name "produce", "dedup" or "recovery"
 * @param {object} [options]
 * @param {CallOptions} [call]
 * @returns {Promise<DemoResult>}
 */
export async function callDemo(engine, name, options = {}, call = {}) {
  const given = checked(options);
  checkCall(call);
  const { json, bytes, elapsedMs } = await engine.call("demo", [name, given], call);
  const shape = /** @type {RunShape} */ (parsed(json));
  return { ...shape, text: textOf(bytes), bytes, elapsedMs };
}

/**
 * Runs a command line.
 * @param {Engine} engine
 * @param {string | readonly string[]} line
 * @param {CallOptions} [call]
 * @returns {Promise<CommandResult>}
 */
export async function callLine(engine, line, call = {}) {
  const words = checkedLine(line);
  checkCall(call);
  const { json, bytes, exit = 0, stderr = "", elapsedMs } = await engine.call("run", [words], call);
  const shape = /** @type {RunShape | null} */ (parsed(json));
  return { ...shape, text: textOf(bytes), bytes, exit, stderr, elapsedMs };
}

/**
 * Tells what is in the bytes of a segment file.
 *
 * Errors: a KlogError; its field is "bytes" or names the option that is wrong.
 * @param {Engine} engine
 * @param {ArrayBufferView | ArrayBufferLike} data
 * @param {object} [options]
 * @param {CallOptions} [call]
 * @returns {Promise<InspectResult>}
 */
export async function callInspect(engine, data, options = {}, call = {}) {
  const view = viewOf(data);
  const given = checked(options);
  checkCall(call);
  call.signal?.throwIfAborted();
  const args = [copied(view), given];
  const answer = await engine.call("inspect", args, call);
  const { json, bytes, exit = 0, stderr = "", elapsedMs } = answer;
  const shape = /** @type {DumpShape} */ (parsed(json));
  return { ...shape, text: textOf(bytes), bytes, exit, stderr, elapsedMs };
}

/**
 * Gives the bytes of a buffer, or of any view of one, whichever frame made it.
 * @param {ArrayBufferView | ArrayBufferLike} data
 */
function viewOf(data) {
  try {
    const view = ArrayBuffer.isView(data) ? data : new DataView(/** @type {ArrayBuffer} */ (data));
    return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  } catch { // it is none, or its buffer was given away
    const type = data === null ? "null" : typeof data;
    throw klogError("usage", "bytes must be a Uint8Array, another view, or an ArrayBuffer, with "
      + `its memory; found is ${type === "object" ? Object.prototype.toString.call(data) : type}`,
    {}, "bytes");
  }
}

/**
 * Copies bytes, so that the caller may go on with them while the call waits for its turn; the
 * copy is moved to a worker.
 * @param {Uint8Array} view
 */
function copied(view) {
  try {
    return view.slice();
  } catch (error) {
    throw klogError("failed", `no memory for ${view.length} bytes: ${error}`, {}, "bytes");
  }
}

/** @param {string | Uint8Array} json */
function parsed(json) {
  return JSON.parse(typeof json === "string" ? json : textOf(json));
}

/**
 * Refuses a command line that is none.
 * @param {unknown} line
 * @returns {string | string[]}
 */
function checkedLine(line) {
  const words = typeof line === "string" ? [line] : Array.isArray(line) ? [...line] : [null];
  if (!words.every((word) => typeof word === "string")) {
    throw klogError("usage", "the command line must be a string or an array of strings");
  }
  if (words.some((word) => LONE_SURROGATE.test(word))) {
    throw klogError("usage", "the command line holds half of a surrogate pair");
  }
  return typeof line === "string" ? line : words;
}

/**
 * Refuses settings of a call, or of loading, that would only break later.
 * @param {CallOptions | LoadOptions} call
 */
export function checkCall(call) {
  if (typeof call !== "object" || call === null) {
    throw klogError("usage", "the settings of a call must be an object");
  }
  const { signal, onProgress, timeoutMs } = call;
  const { onPhase, stallMs } = /** @type {CallOptions & LoadOptions} */ (call);
  /** @type {[string, boolean, string][]} */
  const rows = [
    ["signal", isSignal(signal), "an AbortSignal"],
    ["onProgress", isFunction(onProgress), "a function"],
    ["onPhase", isFunction(onPhase), "a function"],
    ["timeoutMs", isLimit(timeoutMs), "a number of milliseconds from 0"],
    ["stallMs", isLimit(stallMs), "a number of milliseconds from 0"],
  ];
  for (const [name, isGood, allowed] of rows) {
    if (!isGood) throw klogError("usage", `${name} must be ${allowed}`, {}, name);
  }
}

/** @param {unknown} value */
const isFunction = (value) => value === undefined || typeof value === "function";

/** @param {unknown} value */
const isLimit = (value) => value === undefined || typeof value === "number" && value >= 0;

/**
 * A signal may be of another frame, and no instance of this one's AbortSignal.
 * @param {unknown} value
 */
const isSignal = (value) => value === undefined
  || Object.prototype.toString.call(value) === "[object AbortSignal]";

/**
 * Refuses what would not even reach the engine, or reach it as something else: a function can't
 * be posted to a worker, and a number past 53 bits may not be the one that was meant.
 * @param {object} options
 */
function checked(options) {
  if (typeof options !== "object" || options === null) {
    throw klogError("usage", "options must be an object");
  }
  /** @type {[string, OptionValue][]} */
  const given = [];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!TYPES.includes(typeof value)) {
      const type = value === null ? "null" : typeof value;
      throw klogError("invalid-option", `${name} is of type ${type}, allowed is a string, `
        + "a number, a BigInt or a boolean", {}, name);
    }
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      throw klogError("invalid-option", `${name} is ${value}, allowed is a whole number that a `
        + "number holds exactly (at most 2^53 - 1); give a larger one as a string or a BigInt",
      {}, name);
    }
    if (LONE_SURROGATE.test(name) || LONE_SURROGATE.test(String(value))) {
      throw klogError("invalid-option", `${name} holds half of a surrogate pair`, {}, name);
    }
    given.push([name, value]);
  }
  return Object.fromEntries(given); // an option called __proto__ too stays one
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
