// The engine's functions as its users call them: options in, the shape of a run out.

import { klogError } from "./error.js";

/** @import { CallOptions, CommandResult, DemoResult, OptionValue, RunShape } from "./klog.mjs" */
/** @import { Engine } from "./engine.js" */

const TYPES = ["string", "number", "bigint", "boolean"];

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
  const { json, bytes, elapsedMs } = await engine.call("demo", [name, given], call);
  const shape = /** @type {RunShape} */ (JSON.parse(json));
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
  const words = typeof line === "string" ? line : [...line].map(String);
  const { json, bytes, exit = 0, stderr = "", elapsedMs } = await engine.call("run", [words], call);
  const shape = /** @type {RunShape | null} */ (JSON.parse(json));
  return { ...shape, text: textOf(bytes), bytes, exit, stderr, elapsedMs };
}

/**
 * Refuses what would not even reach the engine: a function, say, can't be posted to a worker.
 * @param {object} options
 */
function checked(options) {
  if (typeof options !== "object" || options === null) {
    throw klogError("usage", "options must be an object");
  }
  /** @type {Record<string, OptionValue>} */
  const given = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!TYPES.includes(typeof value)) {
      const type = value === null ? "null" : typeof value;
      throw klogError("invalid-option", `${name} is of type ${type}, allowed is a string, `
        + "a number, a BigInt or a boolean", {}, name);
    }
    given[name] = value;
  }
  return given;
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
