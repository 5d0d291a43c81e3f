// The engine's functions as its users call them: options in, the shape of a run out.

import { copyOf } from "./bytes.js";
import { klogError } from "./error.js";
import { entriesOf, guarded, readCall } from "./given.js";

/** @import { CallOptions, CommandResult, DemoResult } from "./klog.mjs" */
/** @import { DumpShape, ExperimentName, ExperimentResult, Experiments } from "./klog.mjs" */
/** @import { InspectResult, RunShape } from "./klog.mjs" */
/** @import { DrawnShape } from "./internal.js" */
/** @import { Engine } from "./engine.js" */

/** @typedef {Pick<Engine, "call">} Caller the engine, or what fetches it first */

const TYPES = ["string", "number", "bigint", "boolean"];
/** Half of a character: no UTF-8 holds it, so the engine would get another text. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Runs a demo.
 *
 * Errors: a KlogError; code "invalid-option" names the option in its field.
 * @param {Caller} engine
 * @param {string} name "produce", "dedup" or "recovery"
 * @param {object} [options]
 * @param {CallOptions} [call]
 * @returns {Promise<DemoResult>}
 */
export async function callDemo(engine, name, options = {}, call = {}) {
  const given = checked(options);
  const how = readCall(call);
  const { json, bytes, elapsedMs } = await engine.call("demo", [name, given], how);
  const shape = /** @type {RunShape} */ (parsed(json));
  return { ...shape, text: textOf(bytes), bytes, elapsedMs };
}

/**
 * Runs a command line.
 * @param {Caller} engine
 * @param {string | readonly string[]} line
 * @param {CallOptions} [call]
 * @returns {Promise<CommandResult>}
 */
export async function callLine(engine, line, call = {}) {
  const words = checkedLine(line);
  const how = readCall(call);
  const { json, bytes, exit = 0, stderr = "", elapsedMs } = await engine.call("run", [words], how);
  const shape = /** @type {RunShape | null} */ (parsed(json));
  return { ...shape, text: textOf(bytes), bytes, exit, stderr, elapsedMs };
}

/**
 * Tells what is in the bytes of a segment file, as they are when everything else was read.
 *
 * Errors: a KlogError; its field is "bytes" or names the option that is wrong.
 * @param {Caller} engine
 * @param {ArrayBufferView | ArrayBufferLike} data
 * @param {object} [options]
 * @param {CallOptions} [call]
 * @returns {Promise<InspectResult>}
 */
export async function callInspect(engine, data, options = {}, call = {}) {
  const given = checked(options);
  const how = readCall(call);
  how.signal?.throwIfAborted();
  // Last, since what was read before may have run code that changes them.
  const args = [copyOf(data), given];
  const answer = await engine.call("inspect", args, how);
  const { json, bytes, exit = 0, stderr = "", elapsedMs } = answer;
  const shape = /** @type {DumpShape} */ (parsed(json));
  return { ...shape, text: textOf(bytes), bytes, exit, stderr, elapsedMs };
}

/**
 * Makes an experiment of the lessons.
 *
 * Errors: a KlogError; code "usage" where the name is none, "invalid-option" names the option in
 * its field.
 * @template {ExperimentName} Name
 * @param {Caller} engine
 * @param {Name} name
 * @param {object} [options]
 * @param {CallOptions} [call]
 * @returns {Promise<ExperimentResult<Name>>}
 */
export async function callExperiment(engine, name, options = {}, call = {}) {
  if (typeof name !== "string" || LONE_SURROGATE.test(name)) { // which may not even be posted
    throw klogError("usage", "the experiment's name must be a string", {}, "name");
  }
  const given = checked(options);
  const { json, elapsedMs } = await engine.call("experiment", [name, given], readCall(call));
  const shape = /** @type {Experiments[Name]["shape"]} */ (parsed(json));
  return { ...shape, elapsedMs };
}

/**
 * Runs a demo and gives its pictures.
 *
 * Errors: as callDemo.
 * @param {Caller} engine
 * @param {string} name "produce"
 * @param {object} [options]
 * @param {CallOptions} [call]
 * @returns {Promise<DrawnShape>}
 */
export async function callDraw(engine, name, options = {}, call = {}) {
  const given = checked(options);
  const { json } = await engine.call("draw", [name, given], readCall(call));
  return /** @type {DrawnShape} */ (parsed(json));
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
  const words = guarded("the command line can't be read", "line", () =>
    typeof line === "string" ? [line] : Array.isArray(line) ? [...line] : [null]);
  if (!words.every((word) => typeof word === "string")) {
    throw klogError("usage", "the command line must be a string or an array of strings");
  }
  if (words.some((word) => LONE_SURROGATE.test(word))) {
    throw klogError("usage", "the command line holds half of a surrogate pair");
  }
  return typeof line === "string" ? line : words;
}

/**
 * Refuses what would not even reach the engine, or reach it as something else: a function can't
 * be posted to a worker, and a number past 53 bits may not be the one that was meant.
 * @param {unknown} options
 */
function checked(options) {
  const given = entriesOf(options, "options", "options");
  for (const [name, value] of given) {
    if (name === "") throw klogError("invalid-option", 'unknown option ""', {}, name);
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
  }
  return Object.fromEntries(given); // an option called __proto__ too stays one
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
