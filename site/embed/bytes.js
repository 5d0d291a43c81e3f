// The bytes that a caller gives. A view may be of any class and of any frame: what is asked of
// it goes through the language's own getters, which no subclass can answer for.

import { klogError } from "./error.js";
import { tagOf } from "./given.js";

/** What Inspect takes at most: wasm/api has the same limit, and the same words for it. */
const MOST_BYTES = 2 ** 30;

const typed = Object.getPrototypeOf(Uint8Array.prototype);
/** Throws on an array that has lost its memory; the getters just say 0 then. */
const { keys } = typed;

/**
 * @param {object} prototype
 * @param {string | symbol} name
 * @returns {(this: unknown) => any}
 */
const getter = (prototype, name) => {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  return get ?? (() => undefined);
};
const ofTyped = [getter(typed, "buffer"), getter(typed, "byteOffset"), getter(typed, "byteLength")];
const ofData = ["buffer", "byteOffset", "byteLength"].map((name) =>
  getter(DataView.prototype, name));
const kindOfTyped = getter(typed, Symbol.toStringTag);

/**
 * Gives the bytes of a buffer, or of any view of one, whichever frame made it; null where data
 * is neither, or has lost its memory: it was given away, or shrunk below the view.
 * @param {unknown} data
 * @returns {Uint8Array | null}
 */
export function viewOf(data) {
  try {
    if (kindOfTyped.call(data) !== undefined) {
      keys.call(data);
      const [buffer, offset, length] = ofTyped.map((get) => get.call(data));
      return new Uint8Array(buffer, offset, length);
    }
    const view = ArrayBuffer.isView(data) ? data : new DataView(/** @type {ArrayBuffer} */ (data));
    const [buffer, offset, length] = ofData.map((get) => get.call(view));
    return new Uint8Array(buffer, offset, length);
  } catch {
    return null;
  }
}

/**
 * Copies bytes, so that the caller may go on with them while the call waits for its turn; the
 * copy is moved to a worker.
 *
 * Errors: a KlogError, its field "bytes"; code "failed" where they are too many.
 * @param {unknown} data
 */
export function copyOf(data) {
  const view = viewOf(data);
  if (view === null) {
    throw klogError("usage", "bytes must be a Uint8Array, another view, or an ArrayBuffer, with "
      + `its memory; found is ${tagOf(data)}`, {}, "bytes");
  }
  if (view.length > MOST_BYTES) { // more can't even be posted everywhere
    throw klogError("failed", `${view.length} bytes are more than the limit of ${MOST_BYTES} `
      + "bytes; klog dump has no limit", {}, "bytes");
  }
  try {
    return view.slice();
  } catch (error) {
    throw klogError("failed", `no memory for ${view.length} bytes: ${error}`, {}, "bytes");
  }
}
