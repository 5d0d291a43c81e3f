// Unpacks what stands in a script as text: gzip in base64, which a page of a disk can read when it
// can read no other file.

import { throwIfForbidden } from "./allowed.js";
import { klogError, wordsOf } from "./error.js";

/** What a browser needs for it. */
export const UNPACKER = "DecompressionStream";

/** Whether this browser can unpack it. */
export const canUnpack = () => typeof DecompressionStream === "function";

/**
 * Unpacks a text.
 *
 * Errors: where it is anything else, or not whole.
 * @param {string} text
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function unpack(text) {
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let i = 0; i < packed.length; i++) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Unpacks and compiles the program.
 *
 * Errors: a KlogError "no-wasm", its detail's missing being UNPACKER where that is what there is
 * not; "policy", "not-wasm".
 * @param {string} text
 * @param {string} url of the script that has it
 */
export async function compilePacked(text, url) {
  await throwIfForbidden(url);
  if (!canUnpack()) {
    throw klogError("no-wasm", `there is no ${UNPACKER}`, { url, missing: UNPACKER });
  }
  try {
    return await WebAssembly.compile(await unpack(text));
  } catch (error) {
    throw klogError("not-wasm", `the program in ${url} is damaged: ${wordsOf(error)}`, { url });
  }
}
