// What a widget has the engine do, one thing at a time: it says how it goes, and can be stopped.

import { isKlogError, klogError } from "../embed/error.js";
import { find } from "../embed/find.js";
import { Status } from "../embed/status.js";
import { faultOf, makeshift, telling } from "./call.js";

/** @import { State } from "../embed/status.js" */
/** @import { CallOptions } from "../embed/klog.mjs" */
/** @import { Context } from "./call.js" */

/** For what is done at once, mostly: a Stop that comes and goes would move what is below it. */
export const STOP_AFTER_MS = 200;

/**
 * Does it, and gives what is said once nothing else is to be done.
 * @typedef {(call: CallOptions & { signal: AbortSignal }) => Promise<string>} Deed
 */

/**
 * @typedef {object} Settings
 * @property {() => void} [back] goes back to what was shown last: it was stopped, or has failed
 * @property {number} [stopAfterMs] what is done sooner has no Stop
 */

/** A widget's Run and Stop, its status line and its alert. */
export class Trial {
  /**
   * @param {Element} element has all of them
   * @param {Context} context
   * @param {Settings} [settings]
   */
  constructor(element, context, { back = () => {}, stopAfterMs = 0 } = {}) {
    /** @private */
    this.context = context;
    /** @private */
    this.back = back;
    /** @private */
    this.stopAfterMs = stopAfterMs;
    this.button = find(element, "button.run", HTMLElement);
    /** @private @type {HTMLElement[]} what asks for it once more: the first of them that can */
    this.ways = [this.button];
    /** @private */
    this.stop = find(element, "button.stop", HTMLElement);
    /** @private */
    this.status = new Status(find(element, ".status", HTMLElement),
      find(element, ".demo-alert", HTMLElement));
    /** @private @type {Deed[]} */
    this.todo = [];
    /** @private @type {AbortController | null} */
    this.running = null;
    /** @private */
    this.timer = 0;
    this.stop.addEventListener("click", () => this.abort());
  }

  get isRunning() {
    return this.running !== null;
  }

  /**
   * @param {State} state
   * @param {string} words
   */
  say(state, words) {
    this.status.alert("");
    this.status.say(state, words);
  }

  /**
   * Does these, in their order, and nothing that was asked for before and has not begun.
   * @param {Deed[]} deeds
   * @param {(HTMLElement | undefined)[]} [ways] what the reader may press to have them done once
   *   more, should they not be
   */
  async run(deeds, ways = [this.button]) {
    this.todo = deeds;
    this.ways = ways.filter((each) => each instanceof HTMLElement);
    if (this.running) return;
    const running = new AbortController();
    const { signal } = running;
    this.setRunning(running);
    this.status.alert("");
    try {
      let words = "";
      for (let next = this.todo.shift(); next; next = this.todo.shift()) {
        words = await next({ ...telling(this.context, signal,
          (waiting) => this.status.say("running", waiting)), signal });
        if (signal.aborted) return;
      }
      this.status.say("own", words);
      this.status.alert(makeshift(this.context));
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    } finally {
      if (this.running === running) this.setRunning(null);
    }
  }

  /** Ends what is done, if anything is. */
  abort() {
    this.todo = [];
    if (!this.running) return;
    this.running.abort(klogError("stopped", "stopped by the reader"));
    this.back();
    this.setRunning(null);
    this.status.say("stopped", this.context.words.stopped(this.label));
  }

  /**
   * @private
   * @param {AbortController | null} running
   */
  setRunning(running) {
    this.running = running;
    const hadFocus = this.stop === document.activeElement;
    window.clearTimeout(this.timer);
    if (running && this.stopAfterMs > 0) {
      this.timer = window.setTimeout(() => { this.stop.hidden = false; }, this.stopAfterMs);
    } else {
      this.stop.hidden = running === null;
    }
    if (running === null && hadFocus) this.way?.focus();
  }

  /** @private */
  get way() {
    return this.ways.find((each) => each.getAttribute("aria-disabled") !== "true");
  }

  /** @private what stands on it; of a button with more than a name, the name */
  get label() {
    const { way } = this;
    const named = way instanceof HTMLInputElement ? way.labels?.[0] : way?.firstElementChild ?? way;
    return named?.textContent?.trim() ?? "";
  }

  /**
   * @private
   * @param {unknown} error
   */
  fail(error) {
    this.todo = [];
    this.back();
    this.status.say("failed", this.context.words.cannotRun);
    this.status.alert(faultOf(this.context, error, this.label));
    if (!isKlogError(error)) throw error; // a fault of the page's own belongs in the console
  }
}
