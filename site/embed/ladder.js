// The ways to run the engine, best first: a worker from its own URL, a worker from a blob, the
// page itself. Each is tried by starting it and waiting for its sign of life: in some browsers
// a worker that may not run throws nothing and says so later, or never.

import { klogError, toPlain } from "./error.js";
import { makeHost } from "./host.js";
import { lifelineName, watchLifeline } from "./lifeline.js";
import { learn, mayStart } from "./policy.js";

/** @import { FromHost, Link, LinkListener, MakeGo, PlainError } from "./internal.js" */
/** @import { Rung } from "./klog.mjs" */

/** How long a worker's script may take to arrive and run. */
const UP_TIMEOUT_MS = 20_000;

/**
 * @typedef {object} Ways
 * @property {string | null} workerURL absolute; null: no worker is wanted
 * @property {MakeGo} makeGo for the engine in this context
 * @property {Set<Rung>} forbidden rungs that a policy was seen to forbid; climb adds to it
 */

/**
 * Finds the best way that works here.
 *
 * Errors: the signal's reason. The last rung, this very context, can always be stood on;
 * whether the program runs there is seen when it is opened.
 * @param {Ways} ways
 * @param {AbortSignal} [signal]
 * @returns {Promise<Link>}
 */
export async function climb(ways, signal) {
  /** @type {PlainError[]} */
  const reasons = [];
  const { workerURL, forbidden } = ways;
  if (workerURL !== null && typeof Worker === "function") {
    for (const rung of /** @type {const} */ (["url", "blob"])) {
      if (forbidden.has(rung)) continue;
      try {
        return await openRung(rung, workerURL, reasons, signal);
      } catch (error) {
        signal?.throwIfAborted();
        const reason = toPlain(error, "worker-failed");
        if (reason.code === "worker-forbidden") forbidden.add(rung);
        reasons.push(reason);
      }
    }
  }
  return openHere(ways.makeGo, reasons);
}

/**
 * @param {"url" | "blob"} rung
 * @param {string} workerURL
 * @param {PlainError[]} reasons
 * @param {AbortSignal} [signal]
 */
async function openRung(rung, workerURL, reasons, signal) {
  const url = rung === "url" ? workerURL : "blob:";
  if (!mayStart(url)) {
    throw klogError("worker-forbidden", `no worker may start from ${url}`, { url });
  }
  if (rung === "url") return openWorker(rung, workerURL, reasons, signal);
  const source = await fetchSource(workerURL, signal);
  const blob = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    return await openWorker(rung, blob, reasons, signal);
  } finally {
    URL.revokeObjectURL(blob);
  }
}

/**
 * Fetches the worker's script past the cache: what is in there may be why the first rung broke.
 * @param {string} url
 * @param {AbortSignal} [signal]
 */
async function fetchSource(url, signal) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(url, { signal: signal ?? null, cache: "reload" });
  } catch (error) {
    const why = toPlain(error).message;
    throw klogError("worker-missing", `${url} cannot be fetched: ${why}`, { url });
  }
  const { status } = response;
  if (!response.ok) {
    throw klogError("worker-missing", `${url} answers with HTTP status ${status}`, { url, status });
  }
  const source = await response.text();
  if (/^\s*(<|$)/.test(source)) {
    throw klogError("worker-missing", `${url} is no script`, { url });
  }
  return source;
}

/**
 * Starts a worker and waits for its sign of life.
 * @param {"url" | "blob"} rung
 * @param {string} url
 * @param {PlainError[]} reasons
 * @param {AbortSignal} [signal]
 * @returns {Promise<Link>}
 */
function openWorker(rung, url, reasons, signal) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(url, { name: "kaen-log" });
    const tries = new AbortController();
    let settled = false;
    /** @param {unknown} error null: it works */
    const settle = (error) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      tries.abort();
      if (error === null) return resolve(linkTo(worker, rung, reasons));
      worker.terminate();
      reject(error);
    };
    const failed = (/** @type {string} */ why) =>
      settle(klogError("worker-failed", `the worker from ${url} does not run: ${why}`, { url }));
    const timer = setTimeout(() => failed("no sign of life"), UP_TIMEOUT_MS);
    const { signal: trying } = tries;
    worker.addEventListener("message", () => settle(null), { signal: trying });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      failed(event.message || "its script was not loaded");
    }, { signal: trying });
    signal?.addEventListener("abort", () => settle(signal.reason), { signal: trying });
    if (typeof document === "object") {
      document.addEventListener("securitypolicyviolation", (event) => {
        if (!/^(worker|child|script|default)-src/.test(event.effectiveDirective)) return;
        learn(event.originalPolicy);
        const message = `the page's policy forbids the worker: ${event.effectiveDirective}`;
        settle(klogError("worker-forbidden", message, { url }));
      }, { signal: trying });
    }
  });
}

/**
 * @param {Worker} worker
 * @param {"url" | "blob"} rung
 * @param {PlainError[]} reasons
 * @returns {Link}
 */
function linkTo(worker, rung, reasons) {
  /** @type {LinkListener | null} */
  let listener = null;
  const watching = new AbortController();
  const lifeline = lifelineName();
  const close = () => {
    listener = null;
    watching.abort();
    worker.terminate();
  };
  const died = (/** @type {string} */ why) => {
    const told = listener;
    close();
    told?.died(klogError("worker-died", `the worker died: ${why}`));
  };
  worker.addEventListener("message", (/** @type {MessageEvent<FromHost>} */ { data }) => {
    if (data.type !== "held") listener?.message(data);
    else watchLifeline(lifeline, () => died("it ended by itself"), watching.signal);
  });
  worker.addEventListener("messageerror", () => died("a message could not be read"));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    died(event.message || "an error in its script");
  });
  return {
    rung,
    reasons,
    post: (message) =>
      worker.postMessage(message.type === "open" ? { ...message, lifeline } : message),
    listen(next) {
      listener = next;
    },
    close,
  };
}

/**
 * The engine in this very context.
 * @param {MakeGo} makeGo
 * @param {PlainError[]} reasons
 * @returns {Link}
 */
function openHere(makeGo, reasons) {
  /** @type {LinkListener | null} */
  let listener = null;
  const host = makeHost((message) => listener?.message(message), makeGo);
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
