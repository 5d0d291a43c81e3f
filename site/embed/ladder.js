// The ways to run the engine, best first: a worker from its own URL, a worker from a blob, the
// page itself. Each is tried by starting it and waiting for its sign of life: in some browsers
// a worker that may not run throws nothing and says so later, or never.

import { isKlogError, klogError, toPlain, wordsOf } from "./error.js";
import { makeHost } from "./host.js";
import { lifelineName, watchLifeline } from "./lifeline.js";
import { Patience } from "./patience.js";
import { EVENT_MS, hindrance, lackOf, learn } from "./policy.js";
import { REFUSED, scriptURL, trustIsRefused } from "./trusted.js";

/** @import { FromHost, Link, LinkListener, MakeGo, PlainError, ToHost } from "./internal.js" */
/** @import { Rung } from "./klog.mjs" */

/** How long a worker may be silent before its script is looked at. */
const QUIET_MS = 3000;
/** How long a worker may then take to run a script that is there. */
const UP_TIMEOUT_MS = 20_000;

/**
 * @typedef {object} Ways
 * @property {string | null} workerURL absolute; null: no worker is wanted
 * @property {MakeGo} makeGo for the engine in this context
 * @property {Set<Rung>} forbidden rungs that a policy was seen to forbid; climb adds to it
 * @property {number} stallMs no byte for so long, and loading fails; 0: no limit
 */

/** @typedef {{ source: string, type: string }} Script */
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
  const { workerURL, forbidden, stallMs } = ways;
  if (workerURL !== null && typeof Worker === "function") {
    /** @type {Promise<Script> | undefined} */
    let script;
    const getScript = () => script ??= fetchScript(workerURL, stallMs, signal);
    for (const rung of /** @type {const} */ (["url", "blob"])) {
      if (forbidden.has(rung)) continue;
      try {
        return await openRung(rung, workerURL, getScript, reasons, signal);
      } catch (error) {
        signal?.throwIfAborted();
        const reason = toPlain(error, "worker-failed");
        if (reason.code === "stalled") throw error;
        if (reason.code === "worker-forbidden") forbidden.add(rung);
        reasons.push(reason);
        if (reason.detail.part === "worker") break; // a blob would be made of the same file
      }
    }
  }
  return openHere(ways.makeGo, reasons);
}

/**
 * @param {"url" | "blob"} rung
 * @param {string} workerURL
 * @param {GetScript} getScript
 * @param {PlainError[]} reasons
 * @param {AbortSignal} [signal]
 */
async function openRung(rung, workerURL, getScript, reasons, signal) {
  const url = rung === "url" ? workerURL : "blob:";
  const detail = hindrance(url);
  if (detail) throw klogError("worker-forbidden", `no worker may start from ${url}`, detail);
  if (rung === "url") return openWorker(rung, workerURL, getScript, reasons, signal);
  const { source } = await getScript();
  const blob = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    return await openWorker(rung, blob, null, reasons, signal);
  } finally {
    URL.revokeObjectURL(blob);
  }
}

/**
 * Fetches the worker's script past the cache: what is in there may be why the first rung broke.
 *
 * Errors: a KlogError that says what came instead; its detail's part is "worker".
 * @param {string} url
 * @param {number} stallMs
 * @param {AbortSignal} [signal]
 * @returns {Promise<Script>}
 */
async function fetchScript(url, stallMs, signal) {
  /** @type {{ url: string, part: "worker" }} */
  const detail = { url, part: "worker" };
  const patience = new Patience(detail, stallMs, signal);
  try {
    const response = await fetch(url, { signal: patience.signal, cache: "reload" });
    const { status } = response;
    if (!response.ok) {
      response.body?.cancel().catch(() => {});
      throw klogError("http", `${url} answers with HTTP status ${status}`, { ...detail, status });
    }
    const source = await read(response, patience);
    if (/^\s*$/.test(source)) throw klogError("empty", `${url} is empty`, { ...detail, loaded: 0 });
    if (/^\s*</.test(source)) throw klogError("html", `${url} is HTML, not a script`, detail);
    return { source, type: response.headers.get("content-type") ?? "" };
  } catch (error) {
    patience.signal.throwIfAborted();
    if (isKlogError(error)) throw error;
    throw klogError("network", `${url} cannot be fetched: ${toPlain(error).message}`, detail);
  } finally {
    patience.end();
  }
}

/**
 * @param {Response} response
 * @param {Patience} patience
 */
async function read(response, patience) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let [text, loaded] = ["", 0];
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    loaded += value.length;
    patience.came(loaded);
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Starts a worker and waits for its sign of life.
 *
 * Errors: a KlogError that says what is wrong with its script, where it can be had and looked
 * at; else why it does not run.
 * @param {"url" | "blob"} rung
 * @param {string} url
 * @param {GetScript | null} getScript null: its script is known to be there
 * @param {PlainError[]} reasons
 * @param {AbortSignal} [signal]
 * @returns {Promise<Link>}
 */
async function openWorker(rung, url, getScript, reasons, signal) {
  const worker = await newWorker(url);
  return new Promise((resolve, reject) => {
    const tries = new AbortController();
    let settled = false;
    /** @param {unknown} error null: it works */
    const settle = (error) => {
      if (settled) return;
      settled = true;
      timers.forEach(clearTimeout);
      tries.abort();
      if (error === null) return resolve(linkTo(worker, rung, reasons));
      worker.terminate();
      reject(error);
    };
    const failed = (/** @type {string} */ why, type = "") => settle(klogError("worker-failed",
      `the worker from ${url} does not run: ${why}`, isScript(type) ? { url } : { url, type }));
    const wait = () => timers.push(setTimeout(() => failed("no sign of life"), UP_TIMEOUT_MS));
    /** @type {ReturnType<typeof setTimeout>[]} */
    const timers = [];
    // An empty script says nothing, one that never comes neither: silence is no reason yet.
    if (getScript === null) wait();
    else timers.push(setTimeout(() => getScript().then(wait, settle), QUIET_MS));
    const { signal: trying } = tries;
    worker.addEventListener("message", () => settle(null), { signal: trying });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      const why = event.message || "its script was not loaded";
      if (getScript === null) failed(why);
      else getScript().then(({ type }) => failed(why, type), settle);
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
 * Says whether a browser takes a file of that type for a script; no type at all may do.
 * @param {string} type
 */
function isScript(type) {
  return type === "" || /^\s*(text|application)\/(x-)?(java|ecma)script\b/i.test(type);
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
  let isOpen = false;
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
    isOpen ||= data.type === "open";
    if (data.type !== "held") listener?.message(data);
    else watchLifeline(lifeline, () => died("it ended by itself"), watching.signal);
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
    post: (message) => worker.postMessage(
      message.type === "open" ? { ...message, lifeline } : message, buffersOf(message)),
    listen(next) {
      listener = next;
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
