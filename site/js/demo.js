// One demo of the page: its fields and buttons, a run, and the verdict on it.

import { callDemo } from "../embed/calls.js";
import { isKlogError, klogError, toPlain } from "../embed/error.js";
import { Status } from "../embed/status.js";
import { Flags } from "./flags.js";
import { readTemplates } from "./gloss.js";
import { Marks } from "./marks.js";
import { forget, report } from "./report.js";
import { wordsFor } from "./words.js";

/** @import { Engine } from "../embed/engine.js" */
/** @import { Phase, Progress } from "../embed/klog.mjs" */
/** @import { Paper } from "./report.js" */

/** How often the bytes that have come are said while the engine loads. */
const PROGRESS_EVERY_MS = 1000;
/** Faults that may have to do with the flags of a run. */
const OF_FLAGS = ["invalid-option", "failed"];

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
    this.run = find(element, "button.run", HTMLButtonElement);
    /** @private */
    this.stop = find(element, "button.stop", HTMLElement);
    const line = find(element, ".status", HTMLElement);
    /** @private */
    this.status = new Status(line, find(element, ".demo-alert", HTMLElement));
    /** @private what the status line says before any run */
    this.ready = line.dataset.ready ?? "";
    /** @private @type {Paper} */
    this.paper = paperOf(element, lang);
    /** @private @type {AbortController | null} of the run under way */
    this.running = null;
    /** @private @type {ReturnType<Flags["options"]> | null} the flags that the verdict is on */
    this.given = null;

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
    for (const edit of ["input", "change"]) form.addEventListener(edit, () => this.edited());
    this.stop.addEventListener("click", () => this.abort());
    const reset = element.querySelector("button.reset");
    reset?.addEventListener("click", () => this.reset());
    for (const button of [this.run, reset]) button?.removeAttribute("disabled");
    this.status.say("ready", this.ready);
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
    const { signal } = running;
    const given = this.flags.options();
    const switchedOff = this.flags.switchedOff();
    this.flags.acceptAll();
    this.status.alert("");
    this.given = given;
    this.setRunning(running);
    try {
      const result = await callDemo(this.engine, this.name, given, {
        signal,
        onProgress: this.progress(signal),
        onPhase: (phase) => this.sayPhase(phase, signal),
      });
      if (signal.aborted) return;
      if (this.flags.match(given)) {
        const { state, words } = report(this.paper, result, switchedOff);
        this.status.say(state, words);
      } else this.outdated();
      this.sayMakeshift();
    } catch (error) {
      if (signal.aborted) return;
      this.fail(error, given);
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
    this.given = null;
    forget(this.paper);
    this.status.say("stopped", this.words.stopped(this.runLabel));
  }

  /**
   * Takes the verdict back when the flags are no longer those that it is on. A run under way
   * goes on, since what it loads is needed anyway; what it printed is not shown then.
   * @private
   */
  edited() {
    if (this.given === null || this.flags.match(this.given)) return;
    forget(this.paper);
    if (this.running) return;
    this.given = null;
    if (this.status.state === "failed") this.status.alert("");
    this.status.say("ready", this.ready);
  }

  /**
   * Says that the flags were changed while the run was under way.
   * @private
   */
  outdated() {
    this.given = null;
    forget(this.paper);
    this.status.say("ready", this.words.outdated(this.runLabel));
  }

  /**
   * Puts back the golden flags and the golden text.
   * @private
   */
  reset() {
    this.abort();
    this.flags.reset();
    this.given = null;
    this.status.alert("");
    forget(this.paper);
    this.status.say("ready", this.ready);
  }

  /**
   * @private
   * @param {Phase} phase
   * @param {AbortSignal} signal
   */
  sayPhase(phase, signal) {
    if (signal.aborted) return;
    const { waiting, loading, running } = this.words;
    this.status.say("running", { waiting, loading: loading(0, 0), running }[phase]);
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
   * @param {ReturnType<Flags["options"]>} given the flags of the run
   */
  fail(error, given) {
    const { code, field, detail, message } = toPlain(error);
    if (OF_FLAGS.includes(code) && !this.flags.match(given)) {
      this.outdated();
      return;
    }
    forget(this.paper);
    if (!OF_FLAGS.includes(code)) this.given = null;
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
    // That a worker may not be made of a blob is no reason where its own file was at fault.
    const reason = reasons.find(({ code }) => code !== "worker-forbidden") ?? reasons[0];
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
  const blocks = [...element.querySelectorAll(".rail-block")];
  return {
    demo: element,
    part: element.dataset.part ?? null,
    totalBytes: Number(element.dataset.goldenBytes),
    templates: readTemplates(element),
    marks: new Marks(lang, words),
    words,
    draw(section, state) {
      for (const block of blocks) {
        if (!(block instanceof SVGElement)) continue;
        if (section === null || block.dataset.rail === section) block.dataset.state = state;
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
