// What an element does before anything was run: it fetches what a run needs. The rest comes with
// that (element-late.js).

import { Tree } from "./element-dom.js";
import { wear } from "./element-style.js";
import { words } from "./element-words.js";
import { fromPlain, isKlogError, klogError, toPlain } from "./error.js";
import { attributeOf } from "./names.js";
import { sharedAt } from "./shared.js";
import { rejectOn } from "./signals.js";

/** @import { Acts, Late } from "./element-late.js" */
/** @import { KlogDemoElement, KlogDemoEventMap, KlogDemoResult } from "./element.mjs" */
/** @import { KlogDemoState } from "./element.mjs" */
/** @import { Shared } from "./shared.js" */

/** The flags, by their names in JSON. */
const FLAGS = ["acks", "batches", "truncateTail", "pid", "seq", "resend", "nowMs"];

/**
 * A run under way.
 * @typedef {object} Task
 * @property {AbortController} ending
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
    /** @type {Acts | null} what came with the views */
    this.acts = null;
    /** @type {Task | null} */
    this.task = null;
    /** The flags of the run that is shown or under way, as JSON; "": they were not taken yet. */
    this.given = "";
    /** @type {Promise<void> | null} what is fetched */
    this.coming = null;
    this.loader = new AbortController();
    this.isReady = false;
    this.key = "";
    /** @type {"th" | "en"} */
    this.lang = "en";
    /** @type {IntersectionObserver | null} */
    this.watch = null;
    const { run, stop, reset, details, flagsBox } = this.tree;
    run.onclick = () => this.run();
    stop.onclick = () => this.stop();
    reset.onclick = () => this.reset();
    details.ontoggle = () => this.openFlags();
    for (const type of /** @type {const} */ (["keydown", "keypress", "keyup"])) {
      this.tree.root.addEventListener(type, keepKey);
    }
    flagsBox.onkeydown = ({ key, isComposing, target }) => {
      if (key === "Enter" && !isComposing && target instanceof HTMLInputElement) this.run();
    };
    this.rest();
  }

  get words() {
    return words[this.lang];
  }

  /** It wears its styles. */
  dress() {
    wear(this.tree.root);
  }

  /** It is in a page. */
  join() {
    this.settle();
    this.shared?.users.add(this);
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
    if (FLAGS.some((name) => attributeOf(name) === attribute)) {
      this.acts?.set();
      this.edited();
    } else if (!this.shared || !this.host.isConnected) return;
    else if (attribute === "loading") this.preload();
    else if (!/^(theme|timeout)$/.test(attribute)) this.join();
  }

  /** Begins anew where it is about something else than before. */
  settle() {
    const { host, tree } = this;
    const { demo, section, base, workerUrl } = host;
    this.lang = languageOf(host);
    const key = [this.lang, demo, section, base, workerUrl].join("\n");
    if (key === this.key) return;
    this.key = key;
    this.stop();
    this.rest();
    this.acts = null;
    this.isReady = false;
    tree.name(this.lang, this.words, demo);
    tree.details.open = false;
    tree.flagsBox.replaceChildren();
    tree.body.replaceChildren();
    this.shared?.leave(this);
    this.shared = sharedAt(base, workerUrl);
  }

  /** Fetches at once, or near the window, what the attribute says. */
  preload() {
    const { host } = this;
    this.watch?.disconnect();
    if (this.isReady || host.loading === "click") return;
    const fetch = async () => {
      if (this.state === "idle") this.say("loading", "");
      await this.open().catch((error) => {
        if (!this.task && toPlain(error).code !== "stopped") this.tellError(error);
      });
      if (!this.task && this.state === "loading") this.say("idle", "");
    };
    if (host.loading === "eager") fetch();
    else {
      const watch = this.watch = new IntersectionObserver((entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        fetch();
      }, { rootMargin: "100%" });
      watch.observe(host);
    }
  }

  /** Fetches what a run needs, once for all that wait for it. */
  open() {
    const coming = this.coming ??= this.fetch().finally(() => {
      if (this.coming === coming) this.coming = null;
    });
    return coming;
  }

  async fetch() {
    const shared = /** @type {Shared} */ (this.shared);
    const { signal } = this.loader = new AbortController();
    this.show(await Promise.race([shared.getLate(), rejectOn(signal)]));
    await this.acts?.start(signal);
  }

  /** @param {Late} late */
  show(late) {
    this.acts ??= late.attend(this);
  }

  async openFlags() {
    const { shared, tree } = this;
    if (this.acts || !shared || !tree.details.open) return;
    try {
      const late = await shared.getLate();
      if (shared === this.shared) this.show(late);
    } catch (error) {
      tree.details.open = false;
      this.sayFault(error);
    }
  }

  /**
   * The flags that attributes set.
   * @returns {Record<string, string>}
   */
  flags() {
    return Object.fromEntries(FLAGS.flatMap((name) => {
      const value = this.host.getAttribute(attributeOf(name));
      return value === null ? [] : [[name, value]];
    }));
  }

  /** @returns {Promise<KlogDemoResult | null>} */
  async run() {
    const { host, task, acts } = this;
    if (task) return task.done;
    const options = acts ? acts.view.options() : this.flags();
    if (!host.isConnected || !this.tell("klog-run", { demo: host.demo, options })) return null;
    /** @type {Task} */
    const own = { ending: new AbortController(), done: Promise.resolve(null) };
    this.task = own;
    this.given = "";
    return own.done = this.work(own).catch((error) => {
      if (this.task === own) { // else it was stopped, and that was said
        const { given } = this;
        this.end();
        this.rest();
        this.given = given;
        this.sayFault(error);
      }
      return null;
    });
  }

  /**
   * Errors: what the engine says, and what its files lack; the reason why the task was ended.
   * @param {Task} task
   */
  async work(task) {
    this.tree.alert("");
    this.tree.setRunning(true);
    this.say("loading", this.words.loading);
    await this.open();
    task.ending.signal.throwIfAborted();
    return /** @type {Acts} */ (this.acts).run(task);
  }

  /** @param {unknown} error */
  sayFault(error) {
    const { tree, words: { failed, fault, why, lacks } } = this;
    const { code, detail, message } = toPlain(error);
    if (this.acts) this.acts.sayFault(error);
    else {
      this.say("failed", failed);
      const { url = "", status, directive, missing = "" } = detail;
      tree.alert(fault(url.replace(/^.*\/|\?.*$/g, ""),
        (Reflect.get(why, code) ?? (status ? `HTTP ${status}` : message))
        + (directive ? lacks(directive, missing) : "")));
    }
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
    this.loader.abort(reason);
    this.coming = null; // whoever asks next does not get what was stopped
    if (!task) return;
    this.end();
    task.ending.abort(reason);
    this.rest();
    this.say("stopped", this.words.stopped);
  }

  reset() {
    this.stop();
    this.acts?.set();
    this.rest();
  }

  /** The reader touched a flag, or the author did: what is on other flags is over. */
  edited() {
    const { acts, task, given } = this;
    if (given && JSON.stringify(acts?.view.options()) === given) return;
    if (!task && this.state !== "idle") this.rest();
    else if (given) this.stop();
  }

  end() {
    this.task = null;
    this.tree.setRunning(false);
  }

  /** Takes away what came of a run, and what was said of it. */
  rest() {
    this.acts?.view.forget();
    this.result = null;
    this.given = "";
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
 * Keeps a key from the page where it is the element's own: a page can't see that a field or a
 * picture has the focus, and may turn its leaves by arrows.
 * @param {Event} event
 */
function keepKey(event) {
  if (!(event instanceof KeyboardEvent)) return;
  const { key, target, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey) return;
  const isTyped = key.length === 1 && target instanceof HTMLInputElement;
  if (isTyped || /^(Arrow|Home|End|Page)/.test(key)) event.stopPropagation();
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
