// Plays stories of lost arrows with the engine.

import { callExperiment } from "../embed/calls.js";
import { find } from "../embed/find.js";
import { Trial } from "./trial.js";

/** @import { ExperimentResult } from "../embed/klog.mjs" */
/** @import { Context } from "./call.js" */
/** @import { Deed } from "./trial.js" */

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
    /** @private */
    this.trial = new Trial(element, context, { back: () => part.back() });
    find(element, "button.reset", HTMLElement).addEventListener("click", () => {
      this.trial.abort();
      part.clear();
      this.say("ready", part.ready);
    });
  }

  /**
   * @param {"ready" | "own"} state
   * @param {string} words
   */
  say(state, words) {
    this.trial.say(state, words);
  }

  /**
   * Plays these, in their order, and nothing that was asked for before.
   * @param {Story[]} stories
   * @param {(HTMLElement | undefined)[]} ways what the reader may press to have them played once
   *   more, should they not be
   * @param {() => string} [sum] tells all of them in a sentence; else the last is told
   */
  play(stories, ways, sum) {
    const deeds = stories.map((story, i) => /** @type {Deed} */ (async (call) => {
      const result = await callExperiment(this.context.engine, "resend",
        { ...story, moves: story.moves.join() }, call);
      if (call.signal.aborted) return "";
      const told = this.part.show(result, story);
      return sum && i === stories.length - 1 ? sum() : told;
    }));
    void this.trial.run(deeds, ways);
  }
}
