// The one error that the engine's users see, and its way across a worker's border.

/** @import { ErrorCode, ErrorDetail, KlogError } from "./klog.mjs" */
/** @import { PlainError } from "./internal.js" */

/** @type {KlogError["name"]} */
const NAME = "KlogError";

/**
 * Makes a KlogError.
 * @param {ErrorCode} code
 * @param {string} message
 * @param {ErrorDetail} [detail]
 * @param {string} [field]
 * @returns {KlogError}
 */
export function klogError(code, message, detail = {}, field = undefined) {
  const error = new Error(message);
  return Object.assign(error, { name: NAME, code, field, detail });
}

/**
 * Says whether a value is a KlogError, wherever it was made.
 * @param {unknown} value
 * @returns {value is KlogError}
 */
export function isKlogError(value) {
  try {
    return value instanceof Error && value.name === NAME && "code" in value;
  } catch { // a proxy that was revoked
    return false;
  }
}

/**
 * Gives the words of what was thrown, which may be anything.
 * @param {unknown} thrown
 */
export function wordsOf(thrown) {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return "what has no words";
  }
}

/**
 * Gives what was thrown, whatever it is, in a form that survives postMessage. The error made
 * by Go has no detail; one made by the browser has no code of ours.
 * @param {unknown} thrown
 * @param {ErrorCode} [code] of an error that has none
 * @returns {PlainError}
 */
export function toPlain(thrown, code = "failed") {
  if (isKlogError(thrown)) {
    const { message, field, detail = {} } = thrown;
    return { name: NAME, code: thrown.code, field, message, detail };
  }
  return { name: NAME, code, field: undefined, message: wordsOf(thrown), detail: {} };
}

/**
 * The inverse of toPlain.
 * @param {PlainError} plain
 */
export function fromPlain(plain) {
  return klogError(plain.code, plain.message, plain.detail, plain.field);
}
