// The program as a text in a script, for a page that can load scripts and nothing else: one of a
// disk, or in a sandboxed frame of a server that lets nobody read its files.

import { canUnpack, unpack } from "../js/disk-unpack.js";
import { throwIfForbidden } from "./allowed.js";
import { klogError, wordsOf } from "./error.js";
import { HANDED } from "./handed.js";

/** @import { Packed } from "./internal.js" */

const here = document.currentScript;
const url = here instanceof HTMLScriptElement ? here.src : "";

/** @type {Packed} */
const detail = {
  async program() {
    await throwIfForbidden(url);
    if (!canUnpack()) {
      const missing = "DecompressionStream";
      throw klogError("no-wasm", `there is no ${missing}`, { url, missing });
    }
    try {
      return await WebAssembly.compile(await unpack(__KLOG_PACKED__.program));
    } catch (error) {
      throw klogError("not-wasm", `the program in ${url} is damaged: ${wordsOf(error)}`, { url });
    }
  },
};
here?.dispatchEvent(new CustomEvent(HANDED, { detail }));
