// Every cut: the log recovered from each of its lengths, as a staircase to be read off and a
// table of what it comes to.

import { callExperiment } from "../embed/calls.js";
import { allIn, find, make } from "../embed/find.js";
import { commas } from "../embed/format.js";
import { fill } from "../embed/gloss.js";
import { letScroll } from "./slider.js";
import { STOP_AFTER_MS, Trial } from "./trial.js";

/** @import { EveryCutShape } from "../embed/klog.mjs" */
/** @import { Context } from "./call.js" */
/** @import { Deed } from "./trial.js" */

/** @typedef {EveryCutShape["outcomes"][number]} Outcome */
/** @typedef {{ first: Outcome, from: number, to: number }} Step lengths of one outcome */

/** So many lengths a call: Stop is heard between two of them. */
const AT_ONCE = 64;

/** The widget. */
export class Cuts {
  /**
   * Takes the widget's HTML over, and shows it.
   * @param {HTMLElement} element
   * @param {Context} context
   */
  constructor(element, context) {
    /** @private */
    this.context = context;
    /** @private @type {{ [key: string]: string }} */
    this.words = JSON.parse(find(element, "script.cuts-words", HTMLElement).textContent ?? "{}");
    /** @private the longest length */
    this.size = Number(element.dataset.size);
    /** @private */
    this.svg = find(element, "svg", SVGSVGElement);
    /** @private */
    this.range = find(element, ".cut-handle", HTMLInputElement);
    /** @private */
    this.read = find(element, ".cuts-read", HTMLElement);
    /** @private */
    this.count = find(element, ".cuts-count", HTMLElement);
    /** @private */
    this.table = find(element, ".cuts-body table", HTMLElement);
    /** @private */
    this.trial = new Trial(element, context, { stopAfterMs: STOP_AFTER_MS });
    /** @private @type {Outcome[]} by length */
    this.outcomes = [];

    this.trial.button.addEventListener("click", () => {
      if (!this.trial.isRunning) void this.trial.run([(call) => this.recover(call)]);
    });
    this.range.addEventListener("input", () => this.point());
    letScroll(this.range, () => this.point());
    for (const each of allIn(element, ".cut-live")) each.hidden = false;
  }

  /**
   * Recovers every length.
   * @private
   * @type {Deed}
   */
  async recover(call) {
    const { engine } = this.context;
    const { signal } = call;
    this.outcomes = [];
    this.table.hidden = this.range.hidden = true;
    this.read.textContent = "";
    this.part(".cuts-here").removeAttribute("d");
    const all = this.size + 1;
    let ms = 0;
    for (let from = 0; from < all; from += AT_ONCE) {
      const to = Math.min(from + AT_ONCE - 1, this.size);
      const some = await callExperiment(engine, "every-cut", { from, to },
        from === 0 ? call : { signal });
      if (signal.aborted) return "";
      ms += some.elapsedMs;
      this.outcomes.push(...some.outcomes);
      this.draw();
      this.count.textContent = fill(this.words.progress ?? "", { done: to + 1, all });
    }
    this.count.textContent = "";
    this.fillTable();
    this.table.hidden = this.range.hidden = false;
    this.point();
    return fill(this.words.done ?? "", { all, ms: Math.round(ms), outcomes: this.steps().length });
  }

  /** @private @returns {Step[]} */
  steps() {
    /** @type {Step[]} */
    const steps = [];
    for (const outcome of this.outcomes) {
      const last = steps[steps.length - 1];
      if (last?.first.kept === outcome.kept) last.to = outcome.length;
      else steps.push({ first: outcome, from: outcome.length, to: outcome.length });
    }
    return steps;
  }

  /**
   * Draws the staircase as far as it is known: a step is as high as what is kept, and above it,
   * up to the length itself, is what was cut off.
   * @private
   */
  draw() {
    const { size } = this;
    const steps = this.steps();
    const up = (/** @type {number} */ bytes) => size - bytes;
    const ends = steps.map(({ to }) => Math.min(to + 1, size));
    this.part(".cuts-kept").setAttribute("d", steps.map(({ first: { kept }, from }, i) =>
      `M${from} ${size}V${up(kept)}H${ends[i]}V${size}z`).join(""));
    this.part(".cuts-lost").setAttribute("d", steps.map(({ first: { kept }, from }, i) =>
      `M${from} ${up(kept)}H${ends[i]}V${up(ends[i] ?? 0)}L${from} ${up(from)}z`).join(""));
    this.part(".cuts-marks").replaceChildren(...steps.filter(({ from }) => from > 0)
      .map(({ first: { kept } }) => {
        const mark = document.createElementNS(this.svg.namespaceURI ?? "", "text");
        mark.setAttribute("x", "4");
        mark.setAttribute("y", `${(100 * up(kept) / size).toFixed(2)}%`);
        mark.setAttribute("dy", "-4"); // above the line that is read off
        mark.textContent = commas(kept);
        return mark;
      }));
  }

  /** @private */
  fillTable() {
    const rows = this.steps().map(({ first: { kept, logEnd }, from, to }) => {
      const head = make("th", "", commas(kept));
      head.scope = "row";
      return make("tr", "", head, make("td", "", commas(logEnd)),
        make("td", "", fill(this.words.lengths ?? "", { from, to })),
        make("td", "", commas(to - from + 1)));
    });
    find(this.table, "tbody", HTMLElement).replaceChildren(...rows);
  }

  /**
   * Reads off the length of the slider.
   * @private
   */
  point() {
    const outcome = this.outcomes[Number(this.range.value)];
    if (!outcome) return;
    const { length, kept, logEnd } = outcome;
    const words = fill(this.words.read ?? "", { length, kept, dropped: length - kept, logEnd });
    this.read.textContent = words;
    this.range.setAttribute("aria-valuetext", words);
    const y = this.size - kept;
    this.part(".cuts-here").setAttribute("d", `M0 ${y}H${length}V${this.size}`);
    const row = this.steps().findIndex(({ to }) => length <= to);
    for (const [i, each] of [...this.table.querySelectorAll("tbody tr")].entries()) {
      each.classList.toggle("cuts-row", i === row);
    }
  }

  /** @private @param {string} selector */
  part(selector) {
    return find(this.svg, selector, SVGElement);
  }
}
