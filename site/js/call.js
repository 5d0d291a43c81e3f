// A run of the engine, with what is said on the way to it.

import { callDemo } from "../embed/calls.js";
import { toPlain } from "../embed/error.js";
import { words } from "./words.js";

/** @import { CallOptions, DemoResult } from "../embed/klog.mjs" */
/** @import { LateEngine } from "./late.js" */
/** @import { Progress } from "./progress.js" */
/** @import { Words } from "./words.js" */

/** How often the bytes that have come are said while the engine loads. */
const PROGRESS_EVERY_MS = 1000;

/**
 * What all parts of a page share.
 * @typedef {object} Context
 * @property {LateEngine} engine
 * @property {string} lang
 * @property {Words} words
 * @property {Progress} progress
 * @property {string} page its name, the same in both languages
 */

/**
 * @param {LateEngine} engine
 * @param {string} lang
 * @param {Progress} progress
 * @param {string} page
 * @returns {Context}
 */
export function contextOf(engine, lang, progress, page) {
  return { engine, lang, words, progress, page };
}

/**
 * Runs a demo.
 *
 * Errors: as callDemo.
 * @param {Context} context
 * @param {string} demo
 * @param {object} options
 * @param {AbortSignal} signal
 * @param {(words: string) => void} say what the run waits for; never once it was aborted
 * @returns {Promise<DemoResult>}
 */
export function runDemo(context, demo, options, signal, say) {
  return callDemo(context.engine, demo, options, telling(context, signal, say));
}

/**
 * The settings of a call that says what it waits for.
 * @param {Context} context
 * @param {AbortSignal} signal
 * @param {(words: string) => void} say never called once the signal was aborted
 * @returns {CallOptions}
 */
export function telling({ words }, signal, say) {
  let next = performance.now() + PROGRESS_EVERY_MS;
  return {
    signal,
    onPhase(phase) {
      const { waiting, loading, running } = words;
      if (!signal.aborted) say({ waiting, loading: loading(0, 0), running }[phase]);
    },
    onProgress({ loaded, total }) {
      if (signal.aborted || performance.now() < next) return;
      next = performance.now() + PROGRESS_EVERY_MS;
      say(words.loading(loaded, total));
    },
  };
}

/**
 * Why the engine runs in the page itself, where it does; else "".
 * @param {Context} context
 */
export function makeshift({ engine: { rung, reasons, tools }, lang }) {
  // That a worker may not be made of a blob is no reason where its own file was at fault.
  const reason = reasons.find(({ code }) => code !== "worker-forbidden") ?? reasons[0];
  if (rung !== "main" || !reason || !tools) return "";
  return tools.runWordsFor(lang).makeshift(reason.code, reason.detail);
}

/**
 * Why something could not be run, and what can be done about it.
 * @param {Context} context
 * @param {unknown} error
 * @param {string} run what the button says that was pressed
 */
export function faultOf({ engine: { tools }, lang, words }, error, run) {
  const { code, detail, message } = toPlain(error);
  const { fault } = tools ? tools.runWordsFor(lang) : words;
  return fault(code, detail, message, run);
}
