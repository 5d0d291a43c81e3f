// What an element does: it loads, runs, stops, and tells of it.

import { Tree } from "./element-dom.js";
import { style, wear } from "./element-style.js";
import { words } from "./element-words.js";
import { fromPlain, isKlogError, klogError, toPlain } from "./error.js";
import { sharedAt } from "./shared.js";
import { rejectOn } from "./signals.js";

/** @import { KlogDemoElement } from "./element.js" */
/** @import { KlogDemoEventMap, KlogDemoResult, KlogDemoState } from "./element.mjs" */
/** @import { CallOptions } from "./klog.mjs" */
/** @import { Shared } from "./shared.js" */
/** @import { View, Views } from "./views.js" */

/**
 * The attributes that are flags, and their names in JSON; each demo has its own, and the last.
 * @type {Record<string, Record<string, string>>}
 */
const FLAGS = {
  produce: { acks: "acks", batches: "batches", "truncate-tail": "truncateTail" },
  dedup: { pid: "pid", seq: "seq", resend: "resend" },
  recovery: {},
};

/**
 * A run under way.
 * @typedef {object} Task
 * @property {AbortController} ending
 * @property {boolean} isGiven the flags are taken; a later change is for the next run
 * @property {boolean} isOutdated they were changed since
 * @property {Promise<KlogDemoResult | null>} done
 */

/** An element's inner life. */
export class Life {
  /** @param {KlogDemoElement} host */
  constructor(host) {
    this.host = host;
    this.tree = new Tree(host.attachShadow({ mode: "open" }));
    this.states = host.attachInternals?.().states;
    /** @type {KlogDemoState} */
    this.state = "idle";
    /** @type {KlogDemoResult | null} */
    this.result = null;
    /** @type {Shared | null} */
    this.shared = null;
    /** @type {View | null} */
    this.view = null;
    /** @type {Task | null} */
    this.task = null;
    /** @type {Promise<void> | null} what is fetched */
    this.coming = null;
    this.loader = new AbortController();
    this.isReady = false;
    this.key = "";
    this.words = words.en;
    /** @type {IntersectionObserver | null} */
    this.watch = null;
    const { run, stop, reset, details, flagsBox } = this.tree;
    run.addEventListener("click", () => this.run());
    stop.addEventListener("click", () => this.stop());
    reset.addEventListener("click", () => this.reset());
    details.addEventListener("toggle", () => this.openFlags());
    flagsBox.addEventListener("keydown", ({ key, isComposing, target }) => {
      if (key === "Enter" && !isComposing && target instanceof HTMLInputElement) this.run();
    });
    this.say("idle", "");
  }

  /** It is in a page. */
  join() {
    this.settle();
    this.shared?.join(this);
    this.preload();
  }

  /** It is in none any more. */
  leave() {
    this.stop();
    this.watch?.disconnect();
    this.shared?.leave(this);
  }

  /** @param {string} attribute */
  change(attribute) {
    if (!this.shared) return;
    this.view?.set(this.flags());
    if (attribute in { ...FLAGS[this.host.demo], "now-ms": "" }) this.edited();
    else if (this.host.isConnected) this.join();
  }

  /** Begins anew where it is about something else than before. */
  settle() {
    const { host, tree } = this;
    const { demo, section, base, workerUrl } = host;
    const lang = languageOf(host);
    const key = [lang, demo, section, base, workerUrl].join("\n");
    if (key === this.key) return;
    this.key = key;
    this.stop();
    this.rest();
    this.view = null;
    this.isReady = false;
    this.words = words[lang];
    tree.name(lang, this.words, demo);
    tree.details.open = false;
    tree.flagsBox.replaceChildren();
    tree.body.replaceChildren();
    const shared = sharedAt(base, workerUrl);
    if (shared !== this.shared) this.shared?.leave(this);
    this.shared = shared;
  }

  /** Fetches at once, or near the window, what the attribute says. */
  preload() {
    const { host: { loading } } = this;
    this.watch?.disconnect();
    if (this.isReady || loading === "click") return;
    const fetch = async () => {
      if (this.state === "idle") this.say("loading", "");
      await this.open().catch((error) => {
        if (!this.task && toPlain(error).code !== "stopped") this.tellError(error);
      });
      if (!this.task && this.state === "loading") this.say("idle", "");
    };
    if (loading === "eager") fetch();
    else {
      this.watch = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.watch?.disconnect();
        fetch();
      }, { rootMargin: "100%" });
      this.watch.observe(this.host);
    }
  }

  /** Fetches what a run needs, once for all that wait for it. */
  open() {
    return this.coming ??= this.fetch().finally(() => {
      this.coming = null;
    });
  }

  async fetch() {
    const shared = /** @type {Shared} */ (this.shared);
    const loader = this.loader = new AbortController();
    const { signal } = loader;
    try {
      const [views, version] = await Promise.all([
        Promise.race([shared.getViews(), rejectOn(signal)]), shared.start(this.telling(signal))]);
      this.show(views);
      if (!this.isReady) this.tell("klog-ready", { version });
      this.isReady = true;
    } catch (error) {
      signal.throwIfAborted();
      loader.abort(error); // the other of the two
      throw error;
    }
  }

  /** @param {Views} views */
  show(views) {
    if (this.view) return;
    const { tree: { root, flagsBox, body }, host: { demo, section }, words: { run } } = this;
    const { engine } = /** @type {Shared} */ (this.shared);
    wear(root, style, views.styles);
    this.view = views.make({
      demo, section, lang: this.words === words.th ? "th" : "en", flagsBox, body, run,
      edited: () => this.edited(),
      draw: async (options, signal) =>
        JSON.parse(textOf((await engine.call("draw", [demo, options], { signal })).json)),
    });
    this.view.set(this.flags());
  }

  async openFlags() {
    const { shared, tree, view } = this;
    if (!shared || view || !tree.details.open) return;
    try {
      const views = await shared.getViews();
      if (shared === this.shared) this.show(views);
    } catch (error) {
      tree.details.open = false;
      this.sayFault(error);
    }
  }

  /** The flags that attributes set. */
  flags() {
    const { host } = this;
    const names = Object.entries({ ...FLAGS[host.demo], "now-ms": "nowMs" });
    return Object.fromEntries(names.flatMap(([attribute, name]) =>
      host.hasAttribute(attribute) ? [[name, host.getAttribute(attribute) ?? ""]] : []));
  }

  /** @returns {Promise<KlogDemoResult | null>} */
  async run() {
    const { host, task, view } = this;
    if (task) return task.done;
    const options = view ? view.options() : this.flags();
    if (!host.isConnected || !this.tell("klog-run", { demo: host.demo, options })) return null;
    /** @type {Task} */
    const own = { ending: new AbortController(), isGiven: false, isOutdated: false,
      done: Promise.resolve(null) };
    this.task = own;
    return own.done = this.work(own).catch((error) => this.fail(own, error));
  }

  /**
   * Errors: what the engine says, and what its files lack; the reason why the task was ended.
   * @param {Task} task
   */
  async work(task) {
    const { host, tree } = this;
    const { signal } = task.ending;
    const { engine } = /** @type {Shared} */ (this.shared);
    tree.alert("");
    tree.setRunning(true);
    this.say("loading", this.words.loading(0, 0));
    const name = host.getAttribute("demo");
    if (name !== null && name !== host.demo) {
      throw klogError("usage", `demo="${name}": produce, dedup, recovery`, {}, "demo");
    }
    await this.open();
    signal.throwIfAborted();
    const view = /** @type {View} */ (this.view);
    task.isGiven = true;
    const { json, bytes, elapsedMs } = await engine.call("demo", [host.demo, view.options()],
      { ...this.telling(signal), timeoutMs: host.timeout });
    signal.throwIfAborted();
    const run = { ...JSON.parse(textOf(json)), text: textOf(bytes), bytes, elapsedMs };
    if (task.isOutdated) {
      this.end();
      this.rest();
      this.say("idle", this.words.outdated);
      return null;
    }
    const verdict = view.show(run);
    this.end();
    const result = { ...run, ...verdict };
    this.result = result;
    tree.fallback.hidden = true;
    this.say(verdict.state, verdict.words);
    if (engine.rung === "main") tree.alert(view.makeshift(engine.reasons));
    this.tell("klog-result", result);
    return result;
  }

  /**
   * How a call is told of.
   * @param {AbortSignal} signal
   * @returns {CallOptions}
   */
  telling(signal) {
    const say = (/** @type {"loading" | "running"} */ state, /** @type {string} */ text) => {
      if (this.task && !signal.aborted) this.say(state, text);
    };
    return {
      signal,
      onPhase: (phase) => phase === "running" ? say(phase, this.words.running)
        : say("loading", phase === "waiting" ? this.words.waiting : this.words.loading(0, 0)),
      onProgress: (progress) => {
        this.tell("klog-progress", progress);
        say("loading", this.words.loading(progress.loaded, progress.total));
      },
    };
  }

  /**
   * @param {Task} task
   * @param {unknown} error
   */
  fail(task, error) {
    if (this.task === task) { // else it was stopped, and that was said
      this.end();
      this.rest();
      this.sayFault(error);
    }
    return null;
  }

  /** @param {unknown} error */
  sayFault(error) {
    const { tree, view } = this;
    const { code, detail, message } = toPlain(error);
    if (code === "invalid-option" && view && isKlogError(error)) {
      tree.details.open = true;
      const said = view.refuse(error);
      if (said !== null) {
        this.say("failed", said);
        this.tellError(error);
        return;
      }
    }
    this.say("failed", this.words.failed);
    tree.alert(view ? view.fault(error) : this.words.fault(code, detail, message));
    this.tellError(error);
  }

  /** @param {unknown} error */
  tellError(error) {
    const isOurs = isKlogError(error);
    this.tell("klog-error", isOurs ? error : fromPlain(toPlain(error)));
    if (!isOurs) reportError(error); // a fault of the element's own belongs in the console
  }

  stop() {
    const { task } = this;
    const reason = klogError("stopped", "the element was stopped");
    if (task) this.end();
    this.loader.abort(reason);
    if (!task) return;
    task.ending.abort(reason);
    this.rest();
    this.say("stopped", this.words.stopped);
  }

  reset() {
    this.stop();
    this.view?.reset();
    this.view?.set(this.flags());
    this.rest();
  }

  /** The reader changed a flag, or the author. */
  edited() {
    if (this.task) this.task.isOutdated ||= this.task.isGiven;
    else if (this.state !== "idle") this.rest();
  }

  end() {
    this.task = null;
    this.tree.setRunning(false);
  }

  /** Takes away what came of a run, and what was said of it. */
  rest() {
    this.view?.forget();
    this.result = null;
    this.tree.fallback.hidden = false;
    this.tree.alert("");
    this.say("idle", "");
  }

  /**
   * @param {KlogDemoState} state
   * @param {string} text
   */
  say(state, text) {
    try { // older browsers have no states, or none of such names
      this.states?.delete(this.state);
      this.states?.add(state);
    } catch { /* then a page can't style them */ }
    this.state = state;
    this.tree.say(state, text);
  }

  /**
   * @template {keyof KlogDemoEventMap} Name
   * @param {Name} name
   * @param {KlogDemoEventMap[Name]["detail"]} detail
   * @returns {boolean} nobody prevented it
   */
  tell(name, detail) {
    return this.host.dispatchEvent(new CustomEvent(name,
      { bubbles: true, composed: true, cancelable: name === "klog-run", detail }));
  }
}

/**
 * The language of what is around, across shadow roots.
 * @param {Element} element
 * @returns {"th" | "en"}
 */
function languageOf(element) {
  /** @type {Element | undefined} */
  let at = element;
  while (at) {
    const near = at.closest("[lang]");
    if (near) return /^th\b/i.test(near.getAttribute("lang") ?? "") ? "th" : "en";
    at = /** @type {Partial<ShadowRoot>} */ (at.getRootNode()).host;
  }
  return "en";
}

/** @param {string | Uint8Array} text */
function textOf(text) {
  return typeof text === "string" ? text
    : new TextDecoder("utf-8", { ignoreBOM: true }).decode(text);
}
