// The second part: batch after batch, what the broker's window holds, and what a restart leaves.

import { allIn, find, make } from "../embed/find.js";
import { fill } from "../embed/gloss.js";
import { offsetsOf } from "./lose-first.js";
import { Player } from "./lose-play.js";

/** @import { Context } from "./call.js" */
/** @import { LoseWords, Result, Story } from "./lose-play.js" */

/** A story that the reader goes on with, move by move; the engine plays it whole each time. */
export class Second {
  /**
   * @param {HTMLElement} element
   * @param {Context} context
   * @param {LoseWords} words
   * @param {number} most moves
   */
  constructor(element, context, words, most) {
    /** @private */
    this.words = words;
    /** @private */
    this.most = most;
    /** @private */
    this.radios = allIn(element, "[type=radio]").filter((each) => each instanceof HTMLInputElement);
    /** @private */
    this.slots = allIn(element, ".lose-window li");
    /** @private */
    this.dropped = find(element, ".lose-dropped", HTMLElement);
    /** @private */
    this.batches = find(element, ".lose-batches", HTMLElement);
    /** @private */
    this.end = find(element, ".lose-end", HTMLElement);
    /** @private @type {Story} as it is shown */
    this.story = { idempotent: true, segmentBytes: 0, moves: [] };
    /** @private @type {Story} as it was asked for */
    this.wanted = this.story;
    /** @private @type {Result | null} */
    this.result = null;
    /** @private */
    this.player = new Player(element, context, {
      show: (result, story) => this.show(result, story),
      back: () => this.back(),
      clear: () => this.clear(),
      ready: words["second.ready"] ?? "",
    });
    /** @private */
    this.send = find(element, "button.run", HTMLElement);
    for (const [name, move] of [["run", "send"], ["lose-gap", "lose-request"],
      ["lose-restart", "restart"]]) {
      const button = find(element, `button.${name}`, HTMLElement);
      button.addEventListener("click", () => this.add(move ?? "", button));
    }
    for (const radio of this.radios) {
      // Without a story that is shown it plays nothing.
      radio.addEventListener("change", () => this.want({ segmentBytes: Number(radio.value) },
        this.story.moves.length > 0 ? radio : this.send));
    }
    this.clear();
  }

  /**
   * @private
   * @param {string} move
   * @param {HTMLElement} button
   */
  add(move, button) {
    if (this.wanted.moves.length >= this.most) {
      this.player.say("own", this.say("full", { most: this.most }));
    } else {
      this.want({ moves: [...this.wanted.moves, move] }, button);
    }
  }

  /**
   * @private
   * @param {Partial<Story>} change
   * @param {HTMLElement} pressed
   */
  want(change, pressed) {
    this.wanted = { ...this.wanted, ...change };
    if (this.wanted.moves.length > 0) this.player.play([this.wanted], [pressed]);
    else this.story = this.wanted;
  }

  /** @private */
  back() {
    this.wanted = this.story;
    this.draw();
  }

  /** @private */
  clear() {
    this.story = { ...this.story, segmentBytes: 0, moves: [] };
    this.result = null;
    this.batches.replaceChildren();
    this.back();
  }

  /**
   * @private
   * @param {Result} result
   * @param {Story} story
   */
  show(result, story) {
    const isReplayed = story.segmentBytes !== this.story.segmentBytes;
    this.story = story;
    this.result = result;
    this.draw();
    const last = this.sentence(result);
    return isReplayed ? this.say("replayed", { moves: story.moves.length, last }) : last;
  }

  /**
   * @private
   * @param {Result} result
   */
  sentence(result) {
    const step = result.steps.at(-1);
    if (!step) return "";
    const told = this.say(`move.${step.verdict || step.move}`, {
      batch: step.batch, range: rangeOf(step), expected: step.expected, got: step.got,
      offsets: offsetsOf(result, result.steps.length - 1), segments: step.segments,
      before: step.before.length, after: step.window.length,
    });
    return step.evicted ? `${told} ${this.say("move.evicts", { evicted: step.evicted })}` : told;
  }

  /** @private */
  draw() {
    const { segmentBytes } = this.story;
    for (const radio of this.radios) radio.checked = Number(radio.value) === segmentBytes;
    const { steps = [], batches = [] } = this.result ?? {};
    const step = steps.at(-1);
    const held = step?.window ?? [];
    for (const [i, slot] of this.slots.entries()) {
      const range = held[i];
      slot.textContent = range ?? this.say("window.none");
      slot.dataset.state = !range ? "empty"
        : step?.before.includes(range) ? "held" : "new";
    }
    const gone = step?.before.filter((range) => !held.includes(range)) ?? [];
    this.dropped.replaceChildren(...gone.length > 0 ? [`${this.say("window.dropped")} `] : [],
      ...gone.flatMap((range) => [make("s", "", range), " "]));
    this.end.textContent = this.say("window.end",
      { end: step?.logEnd ?? 0, segments: step?.segments ?? 1 });
    if (batches.length === 0) this.batches.replaceChildren(this.say("batches.none"));
    else if (!this.batches.firstElementChild) this.batches.replaceChildren();
    for (const [i, batch] of batches.entries()) {
      // A button that is there stays: it may have the focus.
      const button = this.batches.children[i] ?? this.addBatch(i + 1);
      const range = rangeOf(batch);
      button.setAttribute("data-state",
        held.includes(range) ? "held" : batch.copies > 0 ? "out" : "lost");
      button.replaceChildren(make("span", "lose-name", this.say("batch", { batch: i + 1 })), " ",
        make("span", "lose-range", range), " ",
        make("span", "lose-name", this.say("batch.copies", { copies: batch.copies })));
    }
  }

  /**
   * @private
   * @param {number} number
   */
  addBatch(number) {
    const button = make("button", "");
    button.type = "button";
    button.addEventListener("click", () => this.add(`again:${number}`, button));
    this.batches.append(button);
    return button;
  }

  /**
   * @private
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  say(key, values = {}) {
    return fill(this.words[key] ?? "", values);
  }
}

/** @param {{ firstSeq: number, lastSeq: number }} sequences */
function rangeOf({ firstSeq, lastSeq }) {
  return `${firstSeq}..${lastSeq}`;
}
