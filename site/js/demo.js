// One demo of the page: its fields and buttons, a run, and the verdict on it.

import { callDemo } from "../embed/calls.js";
import { isKlogError, klogError, toPlain } from "../embed/error.js";
import { Status } from "../embed/status.js";
import { Flags } from "./flags.js";
import { readTemplates } from "./gloss.js";
import { goldenSections } from "./golden.js";
import { Marks } from "./marks.js";
import { forget, report } from "./report.js";
import { wordsFor } from "./words.js";

/** @import { Engine } from "../embed/engine.js" */
/** @import { Progress } from "../embed/klog.mjs" */
/** @import { Paper } from "./report.js" */

/** How often the bytes that have come are said while the engine loads. */
const PROGRESS_EVERY_MS = 1000;

/** A demo in the page. */
export class Demo {
  /**
   * Takes the demo's HTML over: from now on its buttons work.
   * @param {HTMLElement} element
   * @param {Engine} engine
   * @param {string} lang
   */
  constructor(element, engine, lang) {
    /** @private */
    this.engine = engine;
    /** @private */
    this.name = element.dataset.demo ?? "";
    /** @private */
    this.words = wordsFor(lang);
    const form = find(element, "form.demo-flags", HTMLFormElement);
    /** @private */
    this.flags = new Flags(form, this.words);
    /** @private */
    this.run = find(element, "button.run", HTMLElement);
    /** @private */
    this.stop = find(element, "button.stop", HTMLElement);
    const line = find(element, ".status", HTMLElement);
    /** @private */
    this.status = new Status(line, find(element, ".demo-alert", HTMLElement));
    /** @private what the status line says before any run */
    this.ready = line.textContent ?? "";
    /** @private @type {Paper} */
    this.paper = paperOf(element, lang);
    /** @private @type {AbortController | null} of the run under way */
    this.running = null;

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    this.stop.addEventListener("click", () => this.abort());
    element.querySelector("button.reset")?.addEventListener("click", () => this.reset());
  }

  /** @private what the Run button says */
  get runLabel() {
    return this.run.textContent?.trim() ?? "";
  }

  /**
   * Runs the demo with the flags as they stand, unless it is running.
   * @private
   */
  async start() {
    if (this.running) return;
    const running = new AbortController();
    this.flags.acceptAll();
    this.status.alert("");
    this.setRunning(running);
    try {
      const result = await callDemo(this.engine, this.name, this.flags.options(), {
        signal: running.signal,
        onProgress: this.progress(running.signal),
      });
      if (running.signal.aborted) return;
      this.paper.switchedOff = this.flags.switchedOff();
      const { state, words } = report(this.paper, result);
      this.status.say(state, words);
      this.sayMakeshift();
    } catch (error) {
      if (running.signal.aborted) return;
      this.fail(error);
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
    this.stop.hidden = running === null;
    if (running) {
      this.run.setAttribute("aria-disabled", "true");
      this.status.say("running", this.words.running);
    } else {
      this.run.removeAttribute("aria-disabled");
      if (hadFocus) this.run.focus(); // a button that goes must not take the focus along
    }
  }

  /**
   * Ends the run under way, and its worker.
   * @private
   */
  abort() {
    if (!this.running) return;
    this.running.abort(klogError("stopped", "stopped by the reader"));
    this.setRunning(null);
    this.status.say("stopped", this.words.stopped(this.runLabel));
  }

  /**
   * Puts back the golden flags and the golden text.
   * @private
   */
  reset() {
    this.abort();
    this.flags.reset();
    this.status.alert("");
    forget(this.paper);
    this.status.say("ready", this.ready);
  }

  /**
   * Gives what says, now and then, how much of the engine has come.
   * @private
   * @param {AbortSignal} signal
   */
  progress(signal) {
    let next = performance.now() + PROGRESS_EVERY_MS;
    return (/** @type {Progress} */ { loaded, total }) => {
      if (signal.aborted || performance.now() < next) return;
      next = performance.now() + PROGRESS_EVERY_MS;
      this.status.say("running", this.words.loading(loaded, total));
    };
  }

  /**
   * @private
   * @param {unknown} error
   */
  fail(error) {
    const { code, field, detail, message } = toPlain(error);
    if (code === "invalid-option" && field !== undefined) {
      const flag = this.flags.refuse(field);
      if (flag !== null) {
        this.status.say("failed", this.words.invalid(flag));
        return;
      }
    }
    this.status.say("failed", this.words.cannotRun);
    this.status.alert(this.words.fault(code, detail, message, this.runLabel));
    if (!isKlogError(error)) throw error; // a fault of the page's own belongs in the console
  }

  /**
   * Says why the engine runs in the page itself, where it does.
   * @private
   */
  sayMakeshift() {
    const { rung, reasons } = this.engine;
    const reason = reasons[reasons.length - 1];
    if (rung !== "main" || !reason) return;
    this.status.alert(this.words.makeshift(reason.code, reason.detail));
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} lang
 * @returns {Paper}
 */
function paperOf(element, lang) {
  const words = wordsFor(lang);
  const sections = goldenSections(element);
  const totalBytes = Number(element.dataset.goldenBytes);
  const bytes = sections.reduce((sum, section) => sum + Number(section.element.dataset.bytes), 0);
  const blocks = [...element.querySelectorAll(".rail-block")];
  return {
    sections,
    complete: bytes + 2 * sections.length - 1 >= totalBytes,
    totalBytes,
    templates: readTemplates(element),
    marks: new Marks(lang, words),
    words,
    switchedOff: null,
    draw(section, state) {
      for (const block of blocks) {
        if (!(block instanceof SVGElement) || block.dataset.rail !== section) continue;
        block.dataset.state = state;
      }
    },
  };
}

/**
 * The element that the page's HTML must have.
 * @template {Element} T
 * @param {Element} parent
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
function find(parent, selector, type) {
  const found = parent.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}
