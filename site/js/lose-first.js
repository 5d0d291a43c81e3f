// The first part: a request or an ack is lost, the batch is sent again, and its copies are counted.

import { allIn, find } from "../embed/find.js";
import { fill } from "../embed/gloss.js";
import { Player } from "./lose-play.js";

/** @import { Context } from "./call.js" */
/** @import { LoseWords, Result, Story } from "./lose-play.js" */

/** @typedef {{ story: Story, result: Result }} Played */

const AGAIN = "again:1";
/** @type {Story} */
const NONE = { idempotent: false, segmentBytes: 0, moves: [] };

/** Two lines of life with the arrows between them, and the table of four. */
export class First {
  /**
   * @param {HTMLElement} element
   * @param {Context} context
   * @param {LoseWords} words
   */
  constructor(element, context, words) {
    /** @private */
    this.words = words;
    /** @private */
    this.id = find(element, "input", HTMLInputElement);
    /** @private */
    this.ways = byName(allIn(element, "[data-way]"), "way");
    /** @private */
    this.notes = byName(allIn(element, "[data-note]"), "note");
    /** @private copies, by what was lost and whether the producer has an id */
    this.cells = byName(allIn(element, "[data-case]"), "case");
    /** @private */
    this.again = find(element, "button.run", HTMLElement);
    /** @private */
    this.compare = find(element, ".lose-compare", HTMLElement);
    /** @private @type {Map<string, Result>} the last of each case, before it was sent again */
    this.losses = new Map();
    /** @private @type {Map<string, number>} */
    this.copies = new Map();
    /** @private @type {Played | null} */
    this.shown = null;
    /** @private what was asked for last, whether it has been played or not */
    this.wanted = NONE;
    /** @private */
    this.player = new Player(element, context, {
      show: (result, story) => this.show({ result, story }),
      back: () => this.back(),
      clear: () => this.clear(),
      ready: words["first.ready"] ?? "",
    });
    for (const [lost, way] of this.ways) {
      const button = way.querySelector("button[aria-pressed]");
      button?.addEventListener("click", () => this.want({ moves: [lost] }));
    }
    this.again.addEventListener("click", () => {
      const { moves } = this.wanted;
      if (moves.length === 1) this.want({ moves: [...moves, AGAIN] }, this.again);
      else if (moves.length === 0) this.player.say("ready", this.words["first.ready"] ?? "");
    });
    this.id.addEventListener("change", () => this.want({ idempotent: this.id.checked }));
    const all = find(element, "button.lose-all", HTMLElement);
    all.addEventListener("click", () => {
      const stories = [...this.cells.keys()].map((name) => {
        const [lost = "", idempotent] = name.split(" ");
        return { ...NONE, idempotent: idempotent === "true", moves: [lost, AGAIN] };
      });
      this.wanted = stories.at(-1) ?? NONE;
      this.player.play(stories, [all], () => this.sum());
    });
    this.clear();
  }

  /**
   * Asks for another story than the one that was asked for last.
   * @private
   * @param {Partial<Story>} change
   * @param {HTMLElement} [pressed] what may be pressed once more; else the loss
   */
  want(change, pressed) {
    this.wanted = { ...this.wanted, ...change };
    const [lost] = this.wanted.moves;
    if (!lost) return;
    const loss = this.ways.get(lost)?.querySelector("button") ?? undefined;
    this.player.play([this.wanted], [pressed, loss]);
    this.drawAsked();
  }

  /** @private */
  back() {
    this.wanted = this.shown?.story ?? { ...NONE, idempotent: this.id.checked };
    this.draw();
  }

  /** @private */
  clear() {
    this.losses.clear();
    this.copies.clear();
    this.shown = null;
    this.wanted = NONE; // a browser may have kept what stood there before a reload
    this.draw();
  }

  /** @private */
  drawAsked() {
    const { idempotent, moves } = this.wanted;
    this.id.checked = idempotent;
    this.again.setAttribute("aria-disabled", String(moves.length !== 1));
  }

  /**
   * @private
   * @param {Played} played
   */
  show(played) {
    const { result } = played;
    const [lost, again] = result.steps;
    if (!lost) throw new Error("the engine played no move");
    const name = `${lost.move} ${result.idempotent}`;
    this.losses.set(name, result);
    const copies = result.batches[0]?.copies ?? 0;
    if (again) this.copies.set(name, copies);
    this.shown = played;
    this.draw();
    if (!again) {
      return this.say(`lost.${lost.move}`, { sent: lost.sentBytes, heard: lost.heardBytes });
    }
    const how = again.verdict || (copies > 1 ? "twice" : "unjudged");
    return this.say(`again.${how}`, { copies, offsets: offsetsOf(result, 1) });
  }

  /** @private */
  sum() {
    const twice = this.copies.get("lose-ack false") ?? 0;
    const others = [...this.copies].filter(([name]) => name !== "lose-ack false");
    return this.say("done", { twice, once: Math.max(...others.map(([, copies]) => copies)) });
  }

  /** @private */
  draw() {
    const result = this.shown?.result;
    const [lost, again] = result?.steps ?? [];
    this.drawAsked();
    for (const [name, way] of this.ways) {
      const isSecond = name === "again" || name === "answer";
      way.dataset.state = isSecond ? again ? "arrived" : "idle"
        : !lost ? "idle"
          : name === lost.move ? "lost" : lost.served ? "arrived" : "never";
      way.querySelector("[aria-pressed]")?.setAttribute("aria-pressed", `${name === lost?.move}`);
    }
    const note = (/** @type {string} */ name, /** @type {string} */ text) => {
      const place = this.notes.get(name);
      if (place) place.textContent = text;
    };
    /** @type {(step: number) => string} */
    const broker = (i) => {
      const step = result?.steps[i];
      if (!result || !step) return "";
      if (!step.served) return this.say("note.nothing");
      return this.say(step.verdict === "DUPLICATE" ? "note.duplicate" : "note.wrote",
        { offsets: offsetsOf(result, i) });
    };
    note("lose-request", broker(0));
    note("lose-ack", lost ? this.say("note.producer",
      { sent: lost.sentBytes, heard: lost.heardBytes }) : "");
    note("again", broker(1));
    note("copies", again ? this.say("note.copies", { copies: result?.batches[0]?.copies ?? 0 })
      : "");
    for (const [name, cell] of this.cells) {
      const copies = this.copies.get(name);
      cell.textContent = this.say(copies ? "cell" : "cell.none", { copies: copies ?? 0 });
      cell.dataset.copies = String(copies ?? "");
    }
    this.compare.textContent = this.comparison();
  }

  /** @private what the producer has of a lost request and of a lost ack, byte for byte */
  comparison() {
    const { idempotent } = this.shown?.story ?? NONE;
    const [request, ack] = ["lose-request", "lose-ack"]
      .map((lost) => this.losses.get(`${lost} ${idempotent}`)?.steps[0]);
    if (!request || !ack) return this.say("compare");
    const isSame = request.sentBytes === ack.sentBytes && request.sentSum === ack.sentSum
      && request.heardBytes === ack.heardBytes && request.heardSum === ack.heardSum;
    return this.say(isSame ? "compare.same" : "compare.differs", {
      sent: ack.sentBytes, heard: ack.heardBytes, sum: ack.sentSum.toString(16).padStart(8, "0"),
    });
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

/**
 * The offsets that a step's answer speaks of.
 * @param {Result} result
 * @param {number} i
 */
export function offsetsOf({ steps, batches }, i) {
  const step = steps[i];
  const records = batches[(step?.batch ?? 0) - 1]?.records ?? 0;
  return step ? `${step.base}..${step.base + records - 1}` : "";
}

/**
 * @param {HTMLElement[]} elements
 * @param {string} key
 */
function byName(elements, key) {
  return new Map(elements.map((each) => [each.dataset[key] ?? "", each]));
}
