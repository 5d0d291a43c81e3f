// Runs the Go program: starts it, calls its functions, notices when it ended, and starts it
// anew for the next call.

import { klogError } from "./error.js";
import { makeOwnGlobal } from "./own-global.js";

/** @import { Exports, LessonMethod, MakeGo, Method, RawAnswer } from "./internal.js" */

/**
 * A program that runs.
 * @typedef {object} Instance
 * @property {Exports} exports
 * @property {Promise<never>} ended rejects when the program ends, for whatever reason
 * @property {boolean} alive
 * @property {(error: unknown) => void} end
 */

/**
 * @typedef {object} Runtime
 * @property {() => Promise<string>} start starts the program unless it runs; its version
 * @property {(method: Method, args: unknown[]) => Promise<RawAnswer>} call
 * @property {() => void} stop drops the program and its memory
 */

/**
 * Makes a runtime for a compiled program; nothing runs yet.
 * @param {WebAssembly.Module} module
 * @param {MakeGo} makeGo
 * @param {number} [steps] what a call may do, in calls of its file system; 0: as much as it likes
 * @returns {Runtime}
 */
export function makeRuntime(module, makeGo, steps = 0) {
  /** @type {Instance | null} */
  let running = null;

  /** @returns {Promise<Instance>} */
  async function alive() {
    if (!running?.alive) running = await launch(module, makeGo, steps);
    return running;
  }

  return {
    async start() {
      return (await alive()).exports.version;
    },
    async call(method, args) {
      const instance = await alive();
      /** @type {Promise<RawAnswer>} */
      let answer;
      try {
        const name = /** @type {LessonMethod} */ (method);
        answer = Reflect.apply(instance.exports[name], undefined, args);
      } catch (error) {
        instance.end(error); // a function of the bridge never throws: the program broke
        answer = instance.ended;
      }
      return Promise.race([answer, instance.ended]);
    },
    stop() {
      running?.end(klogError("stopped", "the engine was stopped"));
      running = null;
    },
  };
}

/**
 * Starts the program and waits until its functions are there.
 *
 * Errors: a KlogError with code "ended" when the program ends instead.
 * @param {WebAssembly.Module} module
 * @param {MakeGo} makeGo
 * @param {number} steps
 * @returns {Promise<Instance>}
 */
async function launch(module, makeGo, steps) {
  /** @type {(error: unknown) => void} */
  let rejectEnded = () => {};
  /** @type {Promise<never>} */
  const ended = new Promise((_resolve, reject) => {
    rejectEnded = reject;
  });
  ended.catch(() => {}); // nobody may be waiting when it happens
  const { own, output, stop } = makeOwnGlobal((error) => instance.end(error));
  const exports = /** @type {Exports} */ ({ steps });
  /** @type {Instance} */
  const instance = {
    exports,
    ended,
    alive: true,
    end(error) {
      if (!instance.alive) return;
      instance.alive = false;
      stop();
      rejectEnded(endOf(error, output()));
    },
  };
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    exports.ready = resolve;
  });
  own.klog = exports;
  const Go = makeGo(own);
  const go = new Go();
  go.exit = () => {}; // go.run says so too, when the program's stack is gone
  const started = await WebAssembly.instantiate(module, go.importObject);
  go.run(started).then(() => instance.end(null), instance.end);
  await Promise.race([ready, ended]);
  return instance;
}

/**
 * Says in one line why the program ended.
 * @param {unknown} error what it threw; null when it exited
 * @param {string} output
 */
function endOf(error, output) {
  if (error instanceof Error && error.name === "KlogError") return error;
  const last = output.match(/^(?:panic|fatal error): .*$/m)?.[0];
  const why = last ?? (error === null ? "it exited" : String(error));
  return klogError(last?.startsWith("panic") ? "panic" : "ended", `the Go program ended: ${why}`);
}
