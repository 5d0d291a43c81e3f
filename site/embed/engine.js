// The engine's client: calls that are promises. There is one worker at a time, which lives from
// one call to the next; calls run one after another; Stop ends the worker and the next call
// starts a new one.

import { fromPlain, isKlogError, klogError, wordsOf } from "./error.js";
import { climb } from "./ladder.js";
import { loadModule } from "./loader.js";
import { LONGEST_MS, STALL_MS } from "./patience.js";
import { watchPolicy } from "./policy.js";
import { joinSignals, rejectOn, whenAborted } from "./signals.js";
import { Telling } from "./telling.js";

/** @import { FromHost, Link, Method, PlainError } from "./internal.js" */
/** @import { Program, RawAnswer, ToHost } from "./internal.js" */
/** @import { CallOptions, Rung } from "./klog.mjs" */
/** @import { Ways } from "./ladder.js" */

/**
 * Where it may run: with neither workerURL nor source only in this context.
 * @typedef {Pick<Ways, "workerURL" | "source" | "fetchScript" | "makeHost">} Places
 */
/**
 * @typedef {object} Settings
 * @property {Program} program
 * @property {(signal: AbortSignal) => Promise<WebAssembly.Module>} [getModule] gives the program
 *   where it can't be fetched; not asked again once it has given it
 * @property {number} [steps] what a call may do in this context, in calls of its file system: it
 *   can't be stopped there while it computes; 0, the default: as much as it likes
 * @property {number} [timeoutMs] for calls that set none of their own
 * @property {number} [stallMs] no byte for so long, and loading fails; 0: no limit
 */
/** @typedef {Places & Settings} EngineOptions */

/** @typedef {{ link: Link, version: string }} Session */
/** @typedef {RawAnswer & { elapsedMs: number }} Answer */

/** A client of one engine. Nothing is fetched or started before the first call. */
export class Engine {
  /** @param {EngineOptions} options */
  constructor({
    program, getModule, steps = 0, timeoutMs = 0, stallMs = STALL_MS, ...places
  }) {
    /** @private @type {Ways} */
    this.ways = { ...places, closed: new Map(), stallMs };
    /** @private */
    this.program = program;
    /** @private */
    this.getModule = getModule;
    /** @private */
    this.steps = steps;
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
    return this.inTurn(call, async (signal, telling) => {
      const { version } = await this.opened(telling, signal);
      telling.throwIfFaulty();
      return version;
    });
  }

  /**
   * Calls a function of the engine, after all calls made before, and starts the engine where it
   * does not run.
   *
   * Errors: what start says; what the function rejects with; code "usage" when a callback threw,
   * "failed" when the call can't be sent; code "worker-died", "timeout" or "stopped", after which
   * the next call starts a new worker; the signal's reason.
   * @param {Method} method
   * @param {unknown[]} args
   * @param {CallOptions} [call]
   * @returns {Promise<Answer>}
   */
  call(method, args, call = {}) {
    return this.inTurn(call, async (signal, telling) => {
      const { link } = await this.opened(telling, signal);
      telling.phase("running");
      signal.throwIfAborted(); // by that callback
      return this.ask(link, { method, args, limitMs: call.timeoutMs ?? this.timeoutMs }, telling,
        signal);
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
   * @param {(signal: AbortSignal, telling: Telling) => Promise<T>} work
   * @returns {Promise<T>}
   */
  async inTurn(call, work) {
    const either = joinSignals(call.signal, this.stopping.signal);
    const telling = new Telling(call);
    try {
      if (this.pending > 0) telling.phase("waiting");
    } catch (error) {
      either.release();
      throw error;
    }
    this.pending++;
    const turn = this.last.then(() => {
      either.signal.throwIfAborted();
      return work(either.signal, telling);
    });
    this.last = turn.catch(() => {}).finally(() => {
      this.pending--;
      either.release();
    });
    return Promise.race([turn, rejectOn(either.signal)]);
  }

  /**
   * @private
   * @param {Telling} telling
   * @param {AbortSignal} signal
   * @returns {Promise<Session>}
   */
  async opened(telling, signal) {
    // A makeshift is given up as soon as what it stood in for may be there again.
    if (this.reasons.some(({ code }) => code !== "worker-forbidden")) this.drop();
    if (this.session) return this.session;
    telling.phase("loading");
    signal.throwIfAborted(); // by that callback
    const link = await climb(this.ways, signal);
    try {
      const version = await this.open(link, telling, signal);
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
   * it is kept, so that no later worker need fetch it. Only a worker from its own file loads it
   * itself: it may have another policy than this context, and no other has a better way.
   * @private
   * @param {Link} link
   * @param {Telling} telling
   * @param {AbortSignal} signal
   */
  async open(link, telling, signal) {
    const { program, getModule, ways: { stallMs } } = this;
    if (getModule) {
      program.module ??= await Promise.race([getModule(signal), rejectOn(signal)]);
    } else if (link.rung !== "url") {
      const loading = { signal, stallMs };
      program.module = await loadModule(program, telling.hasProgress
        ? { ...loading, onProgress: (progress) => telling.progress(progress) } : loading);
    }
    const steps = link.rung === "main" ? this.steps : 0;
    // The other end has the same limit and says more; this one is for an end that is not there.
    const message = await exchange(link, { type: "open", program, stallMs, steps }, {
      signal, telling, limitMs: 2 * stallMs,
      isAnswer(message) {
        if (message.type === "program") program.module ??= message.module;
        return message.type === "open" || message.type === "shut";
      },
    });
    if (message.type === "shut") throw await cause(fromPlain(message.error), String(program.url));
    if (message.type !== "open") throw klogError("worker-failed", "no answer to open");
    return message.version;
  }

  /**
   * Sends a call and waits for its answer. A link that never got the call, or answered it, is as
   * good as before; one that owes an answer is given up.
   * @private
   * @param {Link} link
   * @param {{ method: Method, args: unknown[], limitMs: number }} what
   * @param {Telling} telling
   * @param {AbortSignal} signal
   * @returns {Promise<Answer>}
   */
  async ask(link, { method, args, limitMs }, telling, signal) {
    const id = this.nextID++;
    const answer = exchange(link, { type: "call", id, method, args }, {
      signal, telling, limitMs, isAnswer: (message) => "id" in message && message.id === id,
    });
    const message = await answer.catch((error) => {
      this.drop();
      throw error;
    });
    this.rest(link);
    if (message.type === "refusal") throw fromPlain(message.error);
    if (message.type !== "answer") throw klogError("worker-failed", "no answer to a call");
    return { ...message.answer, elapsedMs: message.elapsedMs };
  }
}

/**
 * Why the program did not come. Some browsers tell a worker nothing of the policy that forbids it
 * to fetch; they tell the page, for which the policy is the same.
 * @param {Error} error what the other end says
 * @param {string} url the program's
 * @returns {Promise<Error>}
 */
async function cause(error, url) {
  const isLost = isKlogError(error) && error.code === "network";
  if (!isLost || typeof document !== "object") return error;
  const policy = watchPolicy(url);
  try {
    await fetch(url, { method: "HEAD" });
    return error;
  } catch {
    const forbidden = await policy.told();
    if (!forbidden) return error;
    return klogError("policy", `${error.message} (the page's policy)`, forbidden);
  } finally {
    policy.end();
  }
}

/**
 * Sends a message and waits for the answer; while bytes of the program come the limit begins
 * anew.
 *
 * Throws a KlogError of code "failed" when the message can't be sent: it is too large, or there
 * is no memory for it. Errors: the signal's reason; what the link died of; code "timeout".
 * @param {Link} link
 * @param {ToHost} question
 * @param {object} how
 * @param {AbortSignal} how.signal
 * @param {Telling} how.telling
 * @param {(message: FromHost) => boolean} how.isAnswer
 * @param {number} how.limitMs 0: none
 * @returns {Promise<FromHost>}
 */
function exchange(link, question, { signal, telling, isAnswer, limitMs }) {
  let forget = () => {};
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
    const release = whenAborted(signal, () => {
      done();
      reject(signal.reason);
    });
    const done = () => {
      clearTimeout(timer);
      release();
    };
    forget = done;
    wait();
    link.listen({
      message(message) {
        if (message.type === "progress") {
          wait();
          telling.progress(message);
        } else if (isAnswer(message)) {
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
  try {
    link.post(question);
  } catch (error) {
    forget();
    throw klogError("failed", `the engine can't be sent what is asked of it: ${wordsOf(error)}`);
  }
  return answer;
}
