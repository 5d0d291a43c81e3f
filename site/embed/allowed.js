// Whether WebAssembly may run here at all.

import { klogError } from "./error.js";

/** An empty module: what a policy that allows WebAssembly lets run. */
const EMPTY = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/**
 * Errors: a KlogError "no-wasm", or "policy" where the page's policy forbids it.
 * @param {string} url of the program, for the error
 */
export async function throwIfForbidden(url) {
  if (typeof WebAssembly !== "object") {
    throw klogError("no-wasm", "this browser has no WebAssembly");
  }
  try {
    await WebAssembly.instantiate(EMPTY); // WebKit lets it be compiled where it may not run
  } catch {
    throw klogError("policy", "the page's policy forbids WebAssembly ('wasm-unsafe-eval' is "
      + "missing in its script-src)",
    { url, directive: "script-src", missing: "'wasm-unsafe-eval'" });
  }
}
