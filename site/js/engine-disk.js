// The engine's client with the program and the worker's script in it, for pages of a disk: there
// a script may be loaded by its name, and nothing else.

import { makeGo } from "virtual:wasm-exec";

import { Engine } from "../embed/engine.js";
import { klogError } from "../embed/error.js";
import { makeHost } from "../embed/host.js";
import { compilePacked } from "../embed/unpack.js";
import { faultOnDisk } from "./disk-words.js";
import { HANDED } from "./late.js";
import { LEFT } from "./single-events.js";
import { tools } from "./tools.js";

/** @import { Handed, Options } from "./late.js" */

const here = document.currentScript;
const url = here instanceof HTMLScriptElement ? here.src : "";

/**
 * Unpacks the program and makes the engine.
 *
 * Errors: a KlogError that says what is wrong with it.
 * @param {Options} options
 */
async function makeEngine(options) {
  /** @type {Engine | null} */
  let engine = null;
  let isLeft = false;
  document.addEventListener(LEFT, () => {
    isLeft = true;
    engine?.stop();
  }, { once: true });
  const module = await compilePacked(__KLOG_DISK__.program, url);
  if (isLeft) throw klogError("stopped", "the page was left");
  engine = new Engine({
    ...options, makeHost: (post) => makeHost(post, makeGo), workerURL: null,
    source: __KLOG_DISK__.worker,
    program: { url: null, size: __KLOG_DISK__.size, module, fresh: false },
  });
  return engine;
}

/** @type {Handed} */
const detail = {
  // Whoever asks for it waits for it.
  makeEngine: /** @type {Handed["makeEngine"]} */ (/** @type {unknown} */ (makeEngine)),
  tools: {
    ...tools,
    runWordsFor(lang) {
      const words = tools.runWordsFor(lang);
      return { ...words, fault: faultOnDisk(words.fault, lang) };
    },
  },
};
here?.dispatchEvent(new CustomEvent(HANDED, { detail }));
