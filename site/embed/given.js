// Objects that a caller gives: read once, before anything is done with them, since to read may
// run code of the caller's that throws or changes what else was given.

import { klogError, wordsOf } from "./error.js";

/** @import { CallOptions, LoadOptions } from "./klog.mjs" */

/** @typedef {[allowed: string, isGood: (value: unknown) => boolean]} Rule */

/** @type {Rule} */
const FUNCTION = ["a function", (value) => typeof value === "function"];
/** @type {Rule} */
const LIMIT = ["a number of milliseconds from 0", isCount];
/** @type {Record<string, Rule>} */
const CALL = {
  signal: ["an AbortSignal", isSignal],
  onProgress: FUNCTION,
  onPhase: FUNCTION,
  timeoutMs: LIMIT,
};
/** @type {Record<string, Rule>} */
const LOAD = {
  wasm: ["the program", () => true], // what else it may be is seen when it is taken
  wasmSize: ["a number of bytes from 0", isCount],
  worker: ["an address or false", () => true],
  timeoutMs: LIMIT,
  stallMs: LIMIT,
  signal: ["an AbortSignal", isSignal],
  onProgress: FUNCTION,
};

/**
 * Reads the settings of a call.
 *
 * Errors: a KlogError of code "usage"; its field is the setting that is wrong, or "call".
 * @param {unknown} call
 * @returns {CallOptions}
 */
export function readCall(call) {
  return readSettings(call, "call", "the settings of a call", CALL);
}

/**
 * Reads the options of loadKlog.
 *
 * Errors: as readCall, or the field is "options".
 * @param {unknown} options
 * @returns {LoadOptions}
 */
export function readLoad(options) {
  return readSettings(options, "options", "the options of loadKlog", LOAD);
}

/**
 * @param {unknown} given
 * @param {string} argument
 * @param {string} what
 * @param {Record<string, Rule>} rules
 */
function readSettings(given, argument, what, rules) {
  const entries = entriesOf(given, argument, what);
  for (const [name, value] of entries) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) {
      const known = Object.keys(rules).join(", ");
      throw klogError("usage", `unknown setting ${JSON.stringify(name)}, known are ${known}`, {},
        name);
    }
    const [allowed, isGood] = rule;
    if (!isGood(value)) throw klogError("usage", `${name} must be ${allowed}`, {}, name);
  }
  return Object.fromEntries(entries);
}

/**
 * Gives the names and values of a plain object, of any frame, but for those that are undefined.
 * What has a class of its own, a Map or a Date, holds what it holds elsewhere, and would pass
 * for an object without any.
 *
 * Errors: a KlogError of code "usage"; its field is the argument, or the name whose getter threw.
 * @param {unknown} given
 * @param {string} argument
 * @param {string} what
 * @returns {[string, unknown][]}
 */
export function entriesOf(given, argument, what) {
  if (typeof given !== "object" || given === null) {
    throw klogError("usage", `${what} must be an object`, {}, argument);
  }
  const object = /** @type {Record<string, unknown>} */ (given);
  const names = guarded(`${what} can't be read`, argument, () => {
    const above = Object.getPrototypeOf(object);
    return above === null || Object.getPrototypeOf(above) === null ? Object.keys(object) : null;
  });
  if (names === null) {
    throw klogError("usage", `${what} must be a plain object; found is ${tagOf(given)}`, {},
      argument);
  }
  return names.map((name) => /** @type {[string, unknown]} */ (
    [name, guarded(`${name} can't be read`, name, () => object[name])]))
    .filter(([, value]) => value !== undefined);
}

/**
 * Runs what may run code of the caller's.
 *
 * Errors: a KlogError of code "usage" whose cause is what that code threw.
 * @template T
 * @param {string} what
 * @param {string} field
 * @param {() => T} read
 * @returns {T}
 */
export function guarded(what, field, read) {
  try {
    return read();
  } catch (cause) {
    throw Object.assign(klogError("usage", `${what}: ${wordsOf(cause)}`, {}, field), { cause });
  }
}

/**
 * Says what a value is, in a word that no value can spoil.
 * @param {unknown} value
 */
export function tagOf(value) {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  try {
    return Object.prototype.toString.call(value);
  } catch {
    return "an object that can't be read";
  }
}

/** @param {unknown} value */
function isCount(value) {
  return typeof value === "number" && value >= 0;
}

/**
 * A signal may be of another frame, and no instance of this one's AbortSignal.
 * @param {unknown} value
 */
function isSignal(value) {
  if (tagOf(value) !== "[object AbortSignal]") return false;
  const signal = /** @type {AbortSignal} */ (value);
  try {
    return typeof signal.aborted === "boolean" && typeof signal.addEventListener === "function";
  } catch { // a proxy's handler throws, or a signal's getter that got a proxy
    return false;
  }
}
