// The ways to run the engine, best first: a worker from its own URL, a worker from a blob, the
// page itself. Each is tried by starting it and waiting for its sign of life: in some browsers
// a worker that may not run throws nothing and says so later, or never.

import { klogError, toPlain, wordsOf } from "./error.js";
import { watchLifeline } from "./lifeline.js";
import { EVENT_MS, hindrance, lackOf, learn } from "./policy.js";
import { REFUSED, scriptURL, trustIsRefused } from "./trusted.js";

/** @import { Host, Post } from "./host.js" */
/** @import { FromHost, Link, LinkListener, PlainError, ToHost } from "./internal.js" */
/** @import { ErrorDetail, Rung } from "./klog.mjs" */
/** @import { Script } from "./worker-script.js" */

/** How long a worker may be silent before its script is looked at. */
const QUIET_MS = 3000;
/** How long a worker may then take to run a script that is there. */
const UP_TIMEOUT_MS = 20_000;

/**
 * @typedef {object} Ways
 * @property {string | null} workerURL of the worker's own file, absolute; null: it is not tried
 * @property {string} [source] the worker's script, for a blob, where it is at hand
 * @property {(url: string, stallMs: number, signal?: AbortSignal) => Promise<Script>} [fetchScript]
 *   gets it from workerURL, where it is not
 * @property {(post: Post) => Host} makeHost makes the engine in this context
 * @property {Map<Rung, PlainError | null>} closed rungs that are not to be tried again, and why;
 *   null: nothing is lost with it. climb adds to it
 * @property {number} stallMs no byte for so long, and loading fails; 0: no limit
 */

/** @typedef {() => Promise<Script>} GetScript fetches it when asked first, and never again */

/**
 * Finds the best way that works here.
 *
 * Errors: the signal's reason; code "stalled" when nothing came of the worker's script: then
 * nothing would come of the program. Else the last rung, this very context, can always be stood
 * on; whether the program runs there is seen when it is opened.
 * @param {Ways} ways
 * @param {AbortSignal} [signal]
 * @returns {Promise<Link>}
 */
export async function climb(ways, signal) {
  /** @type {PlainError[]} */
  const reasons = [];
  for (const [rung, open] of rungsOf(ways, reasons, signal)) {
    const known = ways.closed.get(rung);
    if (known) reasons.push(known);
    if (known !== undefined) continue;
    try {
      return await open();
    } catch (error) {
      signal?.throwIfAborted();
      const reason = toPlain(error, "worker-failed");
      if (reason.code === "stalled") throw error;
      if (reason.code === "worker-forbidden") ways.closed.set(rung, reason);
      reasons.push(reason);
      if (reason.detail.part === "worker") break; // a blob would be made of the same file
    }
  }
  return openHere(ways.makeHost, reasons);
}

/**
 * The rungs that workers stand on.
 * @param {Ways} ways
 * @param {PlainError[]} reasons
 * @param {AbortSignal} [signal]
 */
function* rungsOf({ workerURL, source, fetchScript, closed, stallMs }, reasons, signal) {
  if (typeof Worker !== "function") return;
  /** @type {Promise<Script> | undefined} */
  let script;
  const getScript = workerURL !== null && fetchScript
    ? () => script ??= fetchScript(workerURL, stallMs, signal) : null;
  if (workerURL !== null) {
    yield /** @type {const} */ (["url", () => {
      throwIfHindered(workerURL);
      return openWorker("url", workerURL, getScript, reasons, signal);
    }]);
  }
  if (source === undefined && !getScript) return;
  yield /** @type {const} */ (["blob", async () => {
    throwIfHindered("blob:");
    const text = source ?? (await /** @type {GetScript} */ (getScript)()).source;
    const blob = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    try {
      const link = await openWorker("blob", blob, null, reasons, signal);
      if (source !== undefined) { // as good as the file, and needs nobody to send it
        closed.set("url", null);
        reasons.length = 0;
      }
      return link;
    } finally {
      URL.revokeObjectURL(blob);
    }
  }]);
}

/**
 * Errors: a KlogError where it is known that no worker may start from an address.
 * @param {string} url
 */
function throwIfHindered(url) {
  const detail = hindrance(url);
  if (detail) throw klogError("worker-forbidden", `no worker may start from ${url}`, detail);
}

/**
 * Starts a worker and waits for its sign of life.
 *
 * Errors: a KlogError that says what is wrong with its script, where it can be had and looked
 * at; else why it does not run.
 * @param {"url" | "blob"} rung
 * @param {string} url
 * @param {GetScript | null} getScript null: its script is there, or need not be
 * @param {PlainError[]} reasons
 * @param {AbortSignal} [signal]
 * @returns {Promise<Link>}
 */
async function openWorker(rung, url, getScript, reasons, signal) {
  const worker = await newWorker(url);
  return new Promise((resolve, reject) => {
    const tries = new AbortController();
    let settled = false;
    /**
     * @param {unknown} error null: it works
     * @param {string} [lifeline] what the worker holds
     */
    const settle = (error, lifeline) => {
      if (settled) return;
      settled = true;
      timers.forEach(clearTimeout);
      tries.abort();
      if (error === null) return resolve(linkTo(worker, rung, reasons, lifeline));
      worker.terminate();
      reject(error);
    };
    /** @type {(why: string, detail?: ErrorDetail) => void} */
    const failed = (why, detail = { url }) => settle(klogError("worker-failed",
      `the worker from ${url} does not run: ${why}`, detail));
    const wait = () => timers.push(setTimeout(() => failed("no sign of life"), UP_TIMEOUT_MS));
    /** @type {ReturnType<typeof setTimeout>[]} */
    const timers = [];
    // An empty script says nothing, one that never comes neither: silence is no reason yet.
    if (getScript === null) wait();
    else timers.push(setTimeout(() => getScript().then(wait, settle), QUIET_MS));
    const { signal: trying } = tries;
    worker.addEventListener("message", ({ data }) => settle(null, data.lifeline),
      { signal: trying });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const why = event.message || "its script was not loaded";
      if (getScript === null) failed(why);
      else getScript().then(({ detail }) => failed(why, detail), settle);
    }, { signal: trying });
    signal?.addEventListener("abort", () => settle(signal.reason), { signal: trying });
    onForbidden(url, settle, trying);
  });
}

/**
 * Errors: a KlogError where the page has Trusted Types, and none of ours, or a policy that forbids
 * the worker in a browser that throws then.
 * @param {string} url
 */
async function newWorker(url) {
  const listening = new AbortController();
  /** @type {Promise<Error>} */
  const forbidden = new Promise((resolve) => onForbidden(url, resolve, listening.signal));
  try {
    return new Worker(scriptURL(url), { name: "kaen-log" });
  } catch (error) {
    if (trustIsRefused()) {
      throw klogError("worker-forbidden",
        `the page's policy forbids the worker: ${wordsOf(error)}`, { url, ...REFUSED });
    }
    throw await Promise.race([forbidden,
      new Promise((resolve) => setTimeout(resolve, EVENT_MS, error))]);
  } finally {
    listening.abort();
  }
}

/**
 * Has it told when a policy of the page forbids a worker, and remembers that policy.
 * @param {string} url the worker's
 * @param {(error: Error) => void} tell
 * @param {AbortSignal} signal ends it
 */
function onForbidden(url, tell, signal) {
  if (typeof document !== "object") return;
  document.addEventListener("securitypolicyviolation", (event) => {
    if (event.disposition === "report") return;
    if (!/^(worker|child|script|default)-src/.test(event.effectiveDirective)) return;
    learn(event.originalPolicy);
    const message = `the page's policy forbids the worker: ${event.effectiveDirective}`;
    tell(klogError("worker-forbidden", message, lackOf("worker-src", url)));
  }, { signal });
}

/**
 * @param {Worker} worker
 * @param {"url" | "blob"} rung
 * @param {PlainError[]} reasons
 * @param {string} [lifeline] what the worker holds for as long as it lives
 * @returns {Link}
 */
function linkTo(worker, rung, reasons, lifeline) {
  /** @type {LinkListener | null} */
  let listener = null;
  /** @type {ReturnType<typeof klogError> | null} what is to be told to the first who listens */
  let end = null;
  let isOpen = false;
  const watching = new AbortController();
  const close = () => {
    listener = null;
    watching.abort();
    worker.terminate();
  };
  const died = (/** @type {string} */ why) => {
    const told = listener;
    close();
    end = klogError("worker-died", `the worker died: ${why}`);
    told?.died(end);
  };
  if (lifeline) watchLifeline(lifeline, () => died("it ended by itself"), watching.signal);
  worker.addEventListener("message", (/** @type {MessageEvent<FromHost>} */ { data }) => {
    isOpen ||= data.type === "open";
    listener?.message(data);
  });
  // A page whose policy forbids WebAssembly can't be handed the compiled program: it does without.
  worker.addEventListener("messageerror", () => {
    if (isOpen) died("a message could not be read");
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    died(event.message || "an error in its script");
  });
  return {
    rung,
    reasons,
    post: (message) => worker.postMessage(message, buffersOf(message)),
    listen(next) {
      listener = next;
      if (end) next.died(end);
    },
    close,
  };
}

/**
 * What of a message moves to the worker and is not copied: the bytes of a call, which are its own.
 * @param {ToHost} message
 */
function buffersOf(message) {
  if (message.type !== "call") return [];
  return message.args.flatMap((arg) => arg instanceof Uint8Array ? [arg.buffer] : []);
}

/**
 * The engine in this very context.
 * @param {Ways["makeHost"]} makeHost
 * @param {PlainError[]} reasons
 * @returns {Link}
 */
function openHere(makeHost, reasons) {
  /** @type {LinkListener | null} */
  let listener = null;
  const host = makeHost((message) => listener?.message(message));
  return {
    rung: "main",
    reasons,
    post: (message) => host.receive(message),
    listen(next) {
      listener = next;
    },
    close() {
      listener = null;
      host.close();
    },
  };
}
