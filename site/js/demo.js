// One demo of the page, in one part or in many: a press of Run in any of them runs it once,
// fills all of them, and is answered where it was pressed.

import { isKlogError, klogError, toPlain } from "../embed/error.js";
import { readTemplates } from "../embed/gloss.js";
import { faultOf, makeshift, runDemo } from "./call.js";
import { Part } from "./part.js";
import { Rail } from "./rail.js";
import { standAsBefore } from "./standing.js";

/** @import { Context } from "./call.js" */
/** @import { Flags } from "../embed/flags.js" */
/** @import { Paper } from "../embed/judge.js" */
/** @import { Shown } from "./report.js" */

/** Faults that may have to do with the flags of a run. */
const OF_FLAGS = ["invalid-option", "failed"];

/** A run under way, and where it was asked for last. */
/** @typedef {{ controller: AbortController, part: Part, words: string }} Running */

/** A demo in the page. */
export class Demo {
  /**
   * Takes the demo's HTML over.
   * @param {string} name
   * @param {HTMLElement[]} elements its parts, in the order of the page
   * @param {Context} context
   */
  constructor(name, elements, context) {
    /** @private */
    this.name = name;
    /** @private */
    this.context = context;
    /** @private @type {Paper & Shown} */
    this.paper = paperOf(name, elements, context);
    /** @private @type {Running | null} */
    this.running = null;
    /** @private @type {ReturnType<Flags["options"]> | null} the flags that the verdict is on */
    this.given = null;
    /** @private */
    this.parts = elements.map((element) => new Part(element, context.words, {
      start: (part) => void this.start(part),
      abort: () => this.abort(),
      edited: (part) => this.edited(part),
      reset: () => this.reset(),
    }));
    this.forget();
    context.progress.onClear(() => {
      this.abort();
      this.given = null;
      this.forget();
      for (const part of this.parts) part.rest();
    });
  }

  /**
   * Runs the demo with the flags of a part as they stand, unless it is running.
   * @private
   * @param {Part} part
   */
  async start(part) {
    if (this.running) {
      this.passTo(part, this.running);
      return;
    }
    const running = { controller: new AbortController(), part, words: "" };
    const { signal } = running.controller;
    const given = part.flags.options();
    const switchedOff = part.flags.switchedOff();
    part.flags.acceptAll();
    for (const other of this.parts) if (other !== part) other.rest();
    part.alert("");
    this.given = given;
    this.running = running;
    part.setRunning(true);
    try {
      const result = await runDemo(this.context, this.name, given, signal, (words) => {
        running.words = words;
        running.part.say("running", words);
      });
      if (signal.aborted) return;
      if (running.part.flags.match(given)) {
        const { state, words } = this.tools.report(this.paper, result, switchedOff);
        running.part.say(state, words);
        const detail = { demo: this.name, flags: given, golden: result.golden };
        document.dispatchEvent(new CustomEvent("klog:run", { detail })); // pictures follow
      } else this.outdated(running.part);
      running.part.alert(makeshift(this.context));
    } catch (error) {
      if (signal.aborted) return;
      this.fail(error, given, running.part);
    } finally {
      if (this.running === running) {
        this.running = null;
        running.part.setRunning(false);
      }
    }
  }

  /** @private what came with the engine, which has been there since it answered */
  get tools() {
    const { tools } = this.context.engine;
    if (!tools) throw new Error("the engine answered, and nothing came with it");
    return tools;
  }

  /**
   * Takes the verdict back, and what a run showed.
   * @private
   */
  forget() {
    const { context: { engine: { tools } }, paper } = this;
    if (tools) tools.forget(paper);
    else standAsBefore(paper.demos, paper.hasProved, paper.words);
  }

  /**
   * Has a run under way be answered at another part, where it was asked for again.
   * @private
   * @param {Part} part
   * @param {Running} running
   */
  passTo(part, running) {
    if (part === running.part || !part.flags.match(running.part.flags.options())) return;
    running.part.rest();
    running.part = part;
    part.setRunning(true);
    if (running.words) part.say("running", running.words);
  }

  /**
   * Ends the run under way, and its worker.
   * @private
   */
  abort() {
    if (!this.running) return;
    const { controller, part } = this.running;
    controller.abort(klogError("stopped", "stopped by the reader"));
    this.running = null;
    part.setRunning(false);
    this.given = null;
    this.forget();
    part.say("stopped", this.context.words.stopped(part.runLabel));
  }

  /**
   * Takes the verdict back when the flags are no longer those that it is on. A run under way
   * goes on, since what it loads is needed anyway; what it printed is not shown then.
   * @private
   * @param {Part} part
   */
  edited(part) {
    if (this.given === null || part.flags.match(this.given)) return;
    this.forget();
    if (this.running) return;
    this.given = null;
    if (part.state === "failed") part.alert("");
    part.ready();
  }

  /**
   * Says that the flags were changed while the run was under way.
   * @private
   * @param {Part} part
   */
  outdated(part) {
    this.given = null;
    this.forget();
    part.say("ready", this.context.words.outdated(part.runLabel));
  }

  /**
   * Puts back the golden flags and the golden text.
   * @private
   */
  reset() {
    this.abort();
    this.given = null;
    this.forget();
    for (const part of this.parts) {
      part.flags.reset();
      part.alert("");
      part.ready();
    }
  }

  /**
   * @private
   * @param {unknown} error
   * @param {ReturnType<Flags["options"]>} given the flags of the run
   * @param {Part} part
   */
  fail(error, given, part) {
    const { words } = this.context;
    const { code, field } = toPlain(error);
    if (OF_FLAGS.includes(code) && !part.flags.match(given)) {
      this.outdated(part);
      return;
    }
    this.forget();
    if (!OF_FLAGS.includes(code)) this.given = null;
    if (code === "invalid-option" && field !== undefined) {
      const flag = part.flags.refuse(field);
      if (flag !== null) {
        part.say("failed", words.invalid(flag));
        return;
      }
    }
    part.say("failed", words.cannotRun);
    part.alert(faultOf(this.context, error, part.runLabel));
    if (!isKlogError(error)) throw error; // a fault of the page's own belongs in the console
  }
}

/**
 * @param {string} name
 * @param {HTMLElement[]} elements
 * @param {Context} context
 * @returns {Paper & Shown}
 */
function paperOf(name, elements, { lang, words, progress }) {
  const rail = new Rail(name, progress);
  const parts = elements.flatMap(({ dataset }) => dataset.part ? [dataset.part] : []);
  return {
    demos: elements,
    parts: parts.length === elements.length ? parts : null,
    totalBytes: Number(elements[0]?.dataset.goldenBytes),
    templates: readTemplates(elements),
    lang,
    words,
    hasProved: (section) => progress.hasProved(name, section),
    prove: (section, isSame) => progress.prove(name, section, isSame),
    draw: (section, state) => rail.draw(section, state),
  };
}
