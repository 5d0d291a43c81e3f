// Plays stories of lost arrows with the engine, and says how that goes.

import { callExperiment } from "../embed/calls.js";
import { isKlogError, klogError, toPlain } from "../embed/error.js";
import { Status } from "../embed/status.js";
import { makeshift, telling } from "./call.js";
import { find } from "./find.js";

/** @import { ExperimentResult } from "../embed/klog.mjs" */
/** @import { Context } from "./call.js" */

/** @typedef {ExperimentResult<"resend">} Result */
/** @typedef {{ idempotent: boolean, segmentBytes: number, moves: string[] }} Story */
/** @typedef {{ [key: string]: string }} LoseWords the page's, of lose.json */

/**
 * What a part of the widget does with a story.
 * @typedef {object} Part
 * @property {(result: Result, story: Story) => string} show shows it, and tells it in a sentence
 * @property {() => void} back goes back to what was shown last, and asks for nothing more
 * @property {() => void} clear goes back to the beginning
 * @property {string} ready what is said there
 */

/** A part's buttons and lines that have to do with the engine. */
export class Player {
  /**
   * @param {HTMLElement} element
   * @param {Context} context
   * @param {Part} part
   */
  constructor(element, context, part) {
    /** @private */
    this.context = context;
    /** @private */
    this.part = part;
    /** @private @type {HTMLElement[]} what asks for it once more: the first of them that can */
    this.ways = [find(element, "button.run", HTMLElement)];
    /** @private */
    this.stop = find(element, "button.stop", HTMLElement);
    /** @private */
    this.status = new Status(find(element, ".status", HTMLElement),
      find(element, ".demo-alert", HTMLElement));
    /** @private @type {Story[]} */
    this.todo = [];
    /** @private @type {(() => string) | undefined} */
    this.sum = undefined;
    /** @private @type {AbortController | null} */
    this.running = null;
    this.stop.addEventListener("click", () => this.abort());
    find(element, "button.reset", HTMLElement).addEventListener("click", () => {
      this.abort();
      part.clear();
      this.say("ready", part.ready);
    });
  }

  /**
   * @param {"ready" | "own"} state
   * @param {string} words
   */
  say(state, words) {
    this.status.alert("");
    this.status.say(state, words);
  }

  /**
   * Plays these, in their order, and nothing that was asked for before.
   * @param {Story[]} stories
   * @param {(HTMLElement | undefined)[]} ways what the reader may press to have them played once
   *   more, should they not be
   * @param {() => string} [sum] tells all of them in a sentence; else the last is told
   */
  async play(stories, ways, sum) {
    this.todo = stories;
    this.ways = ways.filter((each) => each instanceof HTMLElement);
    this.sum = sum;
    if (this.running) return;
    const running = new AbortController();
    const { signal } = running;
    this.setRunning(running);
    this.status.alert("");
    try {
      let told = "";
      for (let next = this.todo.shift(); next; next = this.todo.shift()) {
        const result = await callExperiment(this.context.engine, "resend",
          { ...next, moves: next.moves.join() },
          telling(this.context, signal, (words) => this.status.say("running", words)));
        if (signal.aborted) return;
        told = this.part.show(result, next);
      }
      this.say("own", this.sum?.() ?? told);
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
    this.stop.hidden = running === null;
    if (running === null && hadFocus) this.way?.focus();
  }

  /** @private */
  abort() {
    this.todo = [];
    if (!this.running) return;
    this.running.abort(klogError("stopped", "stopped by the reader"));
    this.part.back();
    this.setRunning(null);
    this.status.say("stopped", this.context.words.stopped(this.label));
  }

  /** @private */
  get way() {
    return this.ways.find((each) => each.getAttribute("aria-disabled") !== "true");
  }

  /** @private what stands on it; of a batch, what it is called */
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
    this.part.back();
    const { code, detail, message } = toPlain(error);
    this.status.say("failed", this.context.words.cannotRun);
    this.status.alert(this.context.words.fault(code, detail, message, this.label));
    if (!isKlogError(error)) throw error; // a fault of the page's own belongs in the console
  }
}
