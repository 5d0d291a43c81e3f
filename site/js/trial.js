// What a widget has the engine do, one thing at a time: it says how it goes, and can be stopped.

import { isKlogError, klogError, toPlain } from "../embed/error.js";
import { Status } from "../embed/status.js";
import { makeshift, telling } from "./call.js";
import { find } from "./find.js";

/** @import { CallOptions } from "../embed/klog.mjs" */
/** @import { Context } from "./call.js" */

/** What is done at once needs no Stop, which would come and go and move what is below it. */
const STOP_AFTER_MS = 200;

/**
 * Does it, and gives what is said at its end.
 * @typedef {(call: CallOptions & { signal: AbortSignal }) => Promise<string>} Deed
 */

/** The widget's Run and Stop, its status line and its alert. */
export class Trial {
  /**
   * @param {Element} element has all of them
   * @param {Context} context
   */
  constructor(element, context) {
    /** @private */
    this.context = context;
    this.button = find(element, "button.run", HTMLElement);
    /** @private */
    this.stop = find(element, "button.stop", HTMLElement);
    /** @private */
    this.status = new Status(find(element, ".status", HTMLElement),
      find(element, ".demo-alert", HTMLElement));
    /** @private @type {Deed | null} */
    this.todo = null;
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
   * Does this next, and nothing that was asked for before and has not begun.
   * @param {Deed} deed
   */
  async run(deed) {
    this.todo = deed;
    if (this.running) return;
    const running = new AbortController();
    const { signal } = running;
    this.setRunning(running);
    this.status.alert("");
    try {
      let words = "";
      while (this.todo) {
        const next = this.todo;
        this.todo = null;
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

  /**
   * @private
   * @param {AbortController | null} running
   */
  setRunning(running) {
    this.running = running;
    const hadFocus = this.stop === document.activeElement;
    window.clearTimeout(this.timer);
    if (running) {
      this.timer = window.setTimeout(() => { this.stop.hidden = false; }, STOP_AFTER_MS);
    } else {
      this.stop.hidden = true;
    }
    if (running === null && hadFocus) this.button.focus();
  }

  /** @private */
  abort() {
    this.todo = null;
    this.running?.abort(klogError("stopped", "stopped by the reader"));
    this.setRunning(null);
    this.status.say("stopped", this.context.words.stopped(this.label));
  }

  /** @private what the button says */
  get label() {
    return this.button.textContent?.trim() ?? "";
  }

  /**
   * @private
   * @param {unknown} error
   */
  fail(error) {
    this.todo = null;
    const { code, detail, message } = toPlain(error);
    this.status.say("failed", this.context.words.cannotRun);
    this.status.alert(this.context.words.fault(code, detail, message, this.label));
    if (!isKlogError(error)) throw error; // a fault of the page's own belongs in the console
  }
}
