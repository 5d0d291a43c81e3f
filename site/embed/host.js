// The engine's side of the border: answers a client's messages with what the Go program says.
// It is the same in a worker and in the page itself.

import { klogError, toPlain } from "./error.js";
import { makeRuntime } from "./runtime.js";

/** @import { FromHost, MakeGo, ToHost } from "./internal.js" */
/** @import { loadModule } from "./loader.js" */
/** @import { Runtime } from "./runtime.js" */

/** @typedef {(message: FromHost, transfer?: Transferable[]) => void} Post */
/** @typedef {{ receive: (message: ToHost) => void, close: () => void }} Host */

/**
 * Makes a host of the lessons' program, which answers through `post`.
 * @param {Post} post
 * @param {MakeGo} makeGo
 * @param {typeof loadModule} [load] gets the program, where it does not come compiled
 * @returns {Host}
 */
export function makeHost(post, makeGo, load) {
  return makeHostFor(post, (module, steps) => makeRuntime(module, makeGo, steps), load);
}

/**
 * Makes a host of a program.
 * @param {Post} post
 * @param {(module: WebAssembly.Module, steps: number) => Runtime} runtimeFor
 * @param {typeof loadModule} [load] as makeHost's
 * @returns {Host}
 */
export function makeHostFor(post, runtimeFor, load) {
  /** @type {Runtime | null} */
  let runtime = null;
  const closing = new AbortController();

  /** @param {Extract<ToHost, { type: "open" }>} message */
  async function open({ program, stallMs, steps }) {
    try {
      const module = program.module ?? await load?.(program, {
        stallMs,
        signal: closing.signal,
        onProgress: ({ loaded, total }) => post({ type: "progress", loaded, total }),
      });
      if (!module) throw klogError("ended", "the engine was given no program");
      runtime = runtimeFor(module, steps);
      const version = await runtime.start();
      if (!program.module) give(module);
      post({ type: "open", version });
    } catch (error) {
      post({ type: "shut", error: toPlain(error, "ended") });
    }
  }

  /**
   * Hands the compiled program over where that can be done, so that the next worker need not
   * fetch it.
   * @param {WebAssembly.Module} module
   */
  function give(module) {
    try {
      post({ type: "program", module });
    } catch { /* then each worker has its own */ }
  }

  /** @param {Extract<ToHost, { type: "call" }>} message */
  async function call({ id, method, args }) {
    const begun = performance.now();
    try {
      if (!runtime) throw klogError("ended", "the engine is not open");
      const answer = await runtime.call(method, args);
      const elapsedMs = performance.now() - begun;
      const moved = [answer.bytes.buffer];
      if (typeof answer.json !== "string") moved.push(answer.json.buffer);
      post({ type: "answer", id, answer, elapsedMs }, moved);
    } catch (error) {
      post({ type: "refusal", id, error: toPlain(error) });
    }
  }

  return {
    receive(message) {
      if (message.type === "open") open(message);
      else call(message);
    },
    close() {
      closing.abort();
      runtime?.stop();
      runtime = null;
    },
  };
}
