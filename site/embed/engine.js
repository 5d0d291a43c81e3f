// The engine's client: calls that are promises. There is one worker at a time, which lives from
// one call to the next; calls run one after another; Stop ends the worker and the next call
// starts a new one.

import { fromPlain, isKlogError, klogError } from "./error.js";
import { climb } from "./ladder.js";
import { loadModule } from "./loader.js";
import { LONGEST_MS, STALL_MS } from "./patience.js";

/** @import { FromHost, Link, MakeGo, Method, PlainError } from "./internal.js" */
/** @import { Program, RawAnswer } from "./internal.js" */
/** @import { CallOptions, Rung } from "./klog.mjs" */
/** @import { Ways } from "./ladder.js" */

/**
 * @typedef {object} EngineOptions
 * @property {string | null} workerURL absolute; null: run in this context
 * @property {Program} program
 * @property {MakeGo} makeGo
 * @property {number} [timeoutMs] for calls that set none of their own
 * @property {number} [stallMs] no byte for so long, and loading fails; 0: no limit
 */

/** @typedef {{ link: Link, version: string }} Session */
/** @typedef {RawAnswer & { elapsedMs: number }} Answer */

/** A client of one engine. Nothing is fetched or started before the first call. */
export class Engine {
  /** @param {EngineOptions} options */
  constructor({ workerURL, program, makeGo, timeoutMs = 0, stallMs = STALL_MS }) {
    /** @private @type {Ways} */
    this.ways = { workerURL, makeGo, forbidden: new Set(), stallMs };
    /** @private */
    this.program = program;
    /** @private */
    this.timeoutMs = timeoutMs;
    /** @private @type {Session | null} */
    this.session = null;
    /** @private @type {Promise<unknown>} what was asked for last */
    this.last = Promise.resolve();
    /** @private how many calls have been made and not answered */
    this.pending = 0;
    /** @private ends what is under way, whatever it is */
    this.stopping = new AbortController();
    /** @private */
    this.nextID = 1;
  }

  /** Where the engine runs now; null while it does not. */
  get rung() {
    return this.session?.link.rung ?? null;
  }

  /**
   * Why it runs on no better rung.
   * @returns {PlainError[]}
   */
  get reasons() {
    return this.session?.link.reasons ?? [];
  }

  /**
   * Starts the engine unless it runs, and gives its version.
   *
   * Errors: a KlogError that says what is missing; the signal's reason. The next call tries
   * everything anew.
   * @param {CallOptions} [call]
   * @returns {Promise<string>}
   */
  start(call = {}) {
    return this.inTurn(call, async (signal) => (await this.opened(call, signal)).version);
  }

  /**
   * Calls a function of the engine, after all calls made before, and starts the engine where it
   * does not run.
   *
   * Errors: what start says; what the function rejects with; code "worker-died", "timeout" or
   * "stopped", after which the next call starts a new worker; the signal's reason.
   * @param {Method} method
   * @param {unknown[]} args
   * @param {CallOptions} [call]
   * @returns {Promise<Answer>}
   */
  call(method, args, call = {}) {
    return this.inTurn(call, async (signal) => {
      const { link } = await this.opened(call, signal);
      try {
        call.onPhase?.("running");
        const answer = await this.ask(link, method, args, call, signal);
        this.rest(link);
        return answer;
      } catch (error) {
        if (keepsEngine(error)) this.rest(link);
        else this.drop();
        throw error;
      }
    });
  }

  /** Ends the worker; calls under way reject with code "stopped". */
  stop() {
    this.stopping.abort(klogError("stopped", "the engine was stopped"));
    this.stopping = new AbortController();
    this.drop();
  }

  /** @private */
  drop() {
    this.session?.link.close();
    this.session = null;
  }

  /**
   * Leaves the engine alone until the next call; should it die meanwhile, that one starts anew.
   * @private
   * @param {Link} link
   */
  rest(link) {
    link.listen({ message: () => {}, died: () => this.drop() });
  }

  /**
   * Runs `work` when everything asked for before it is done.
   * @private
   * @template T
   * @param {CallOptions} call
   * @param {(signal: AbortSignal) => Promise<T>} work
   * @returns {Promise<T>}
   */
  inTurn(call, work) {
    const either = joinSignals(call.signal, this.stopping.signal);
    if (this.pending++ > 0) call.onPhase?.("waiting");
    const turn = this.last.then(() => {
      either.signal.throwIfAborted();
      return work(either.signal);
    });
    this.last = turn.catch(() => {}).finally(() => {
      this.pending--;
      either.release();
    });
    return Promise.race([turn, rejectOn(either.signal)]);
  }

  /**
   * @private
   * @param {CallOptions} call
   * @param {AbortSignal} signal
   * @returns {Promise<Session>}
   */
  async opened(call, signal) {
    // A makeshift is given up as soon as what it stood in for may be there again.
    if (this.reasons.some(({ code }) => code !== "worker-forbidden")) this.drop();
    if (this.session) return this.session;
    call.onPhase?.("loading");
    const link = await climb(this.ways, signal);
    try {
      const version = await this.open(link, call, signal);
      this.program.fresh = false;
      this.rest(link);
      this.session = { link, version };
      return this.session;
    } catch (error) {
      link.close();
      this.program.fresh ||= !signal.aborted;
      throw error;
    }
  }

  /**
   * Has the program loaded and started at the link's end, and gives its version. Once compiled
   * it is kept, so that no later worker need fetch it.
   * @private
   * @param {Link} link
   * @param {CallOptions} call
   * @param {AbortSignal} signal
   */
  async open(link, call, signal) {
    const { program, ways: { stallMs } } = this;
    if (link.rung === "blob") { // which may have no way to fetch anything
      const { onProgress } = call;
      const loading = { signal, stallMs };
      program.module = await loadModule(program, onProgress ? { ...loading, onProgress } : loading);
    }
    // The other end has the same limit and says more; this one is for an end that is not there.
    const answer = waitFor(link, signal, call, ({ type }) => type === "open" || type === "shut",
      2 * stallMs);
    link.post({ type: "open", program, stallMs });
    const message = await answer;
    if (message.type === "shut") throw fromPlain(message.error);
    if (message.type !== "open") throw klogError("worker-failed", "no answer to open");
    program.module ??= message.module;
    return message.version;
  }

  /**
   * @private
   * @param {Link} link
   * @param {Method} method
   * @param {unknown[]} args
   * @param {CallOptions} call
   * @param {AbortSignal} signal
   * @returns {Promise<Answer>}
   */
  async ask(link, method, args, call, signal) {
    const id = this.nextID++;
    const limit = call.timeoutMs ?? this.timeoutMs;
    const answer = waitFor(link, signal, call, (m) => "id" in m && m.id === id, limit);
    link.post({ type: "call", id, method, args });
    const message = await answer;
    if (message.type === "refusal") throw fromPlain(message.error);
    if (message.type !== "answer") throw klogError("worker-failed", "no answer to a call");
    return { ...message.answer, elapsedMs: message.elapsedMs };
  }
}

/**
 * Says whether the engine can be used further after a call was refused: the program answered,
 * or what was to be sent to it could not be.
 * @param {unknown} error
 */
function keepsEngine(error) {
  if (!isKlogError(error)) return error instanceof DOMException && error.name === "DataCloneError";
  return !["worker-died", "worker-failed", "timeout", "stopped"].includes(error.code);
}

/**
 * Waits for a message of the link; while bytes of the program come the limit begins anew.
 *
 * Errors: the signal's reason; what the link died of; code "timeout".
 * @param {Link} link
 * @param {AbortSignal} signal
 * @param {CallOptions} call
 * @param {(message: FromHost) => boolean} wanted
 * @param {number} [limitMs]
 * @returns {Promise<FromHost>}
 */
function waitFor(link, signal, call, wanted, limitMs = 0) {
  /** @type {Promise<FromHost>} */
  const answer = new Promise((resolve, reject) => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = limitMs > 0 ? setTimeout(() => {
        done();
        reject(klogError("timeout", `no answer within ${limitMs} ms`, { limitMs }));
      }, Math.min(limitMs, LONGEST_MS)) : undefined;
    };
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    const onAbort = () => {
      done();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort);
    wait();
    link.listen({
      message(message) {
        if (message.type === "progress") {
          wait();
          call.onProgress?.({ loaded: message.loaded, total: message.total });
        } else if (wanted(message)) {
          done();
          resolve(message);
        }
      },
      died(error) {
        done();
        reject(error);
      },
    });
  });
  answer.catch(() => {}); // nobody waits for it when the question could not be sent
  return answer;
}

/**
 * A signal that is aborted when either is, and a way to let go of both.
 * @param {AbortSignal | undefined} one
 * @param {AbortSignal} other
 */
function joinSignals(one, other) {
  const controller = new AbortController();
  const listeners = [one, other].map((source) => {
    const abort = () => controller.abort(source?.reason);
    if (source?.aborted) abort();
    source?.addEventListener("abort", abort);
    return () => source?.removeEventListener("abort", abort);
  });
  return { signal: controller.signal, release: () => listeners.forEach((remove) => remove()) };
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
function rejectOn(signal) {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
