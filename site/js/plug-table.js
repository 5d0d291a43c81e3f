// What was tried with the plug, gathered: what the producer believes against what survives.

import { find, make } from "../embed/find.js";
import { commas } from "../embed/format.js";
import { fill } from "../embed/gloss.js";

/** @import { ExperimentResult } from "../embed/klog.mjs" */
/** @import { PlugWords } from "./plug.js" */

/** @typedef {ExperimentResult<"power-cut">} PowerCutResult */
/** @typedef {{ cell: HTMLElement, belief: string, isLost: boolean }} Cell */

/**
 * In how many states the batch is gone.
 * @param {PowerCutResult} result
 */
export function lostIn({ gone, torn }) {
  return gone + torn;
}

/** The table, and what stands below it. */
export class Tries {
  /**
   * @param {Element} parent
   * @param {PlugWords} words
   * @param {number} all how many there are to try
   */
  constructor(parent, words, all) {
    /** @private */
    this.words = words;
    /** @private */
    this.all = all;
    /** @private @type {Map<string, PowerCutResult>} each setup once */
    this.results = new Map();
    /** @private @type {Cell[]} */
    this.cells = [...parent.querySelectorAll("tr[data-belief]")].flatMap((row) =>
      [false, true].map((isLost) => ({
        cell: find(row, `td[data-fate=${isLost ? "gone" : "whole"}]`, HTMLElement),
        belief: row.getAttribute("data-belief") ?? "",
        isLost,
      })));
    /** @private */
    this.tried = find(parent, ".plug-tried", HTMLElement);
    /** @private */
    this.meaning = find(parent, ".plug-meaning", HTMLElement);
    this.clear();
  }

  clear() {
    this.results.clear();
    for (const cell of this.cells) this.draw(cell, null);
    this.count();
  }

  /** @param {PowerCutResult} result */
  add(result) {
    const key = `${result.acks} ${result.syncFirst} ${result.cut}`;
    const isNew = !this.results.has(key);
    this.results.set(key, result);
    for (const cell of this.cells) {
      if (cell.belief === result.belief) this.draw(cell, isNew ? result : null);
    }
    this.count();
  }

  /** What all tries came to, in a sentence. */
  sum() {
    const results = [...this.results.values()];
    /** @type {(syncFirst: boolean) => number} */
    const bad = (syncFirst) => total(results.filter((result) =>
      result.syncFirst === syncFirst && result.belief === "written"), lostIn);
    return fill(this.words.done ?? "", { all: this.all, with: bad(true), without: bad(false),
      states: total(results, ({ states }) => states) });
  }

  /** @private */
  count() {
    this.tried.textContent = fill(this.words.tried ?? "",
      { tries: this.results.size, all: this.all });
    this.meaning.hidden = ![...this.results.values()]
      .some((result) => result.belief === "written" && lostIn(result) > 0);
  }

  /**
   * @private
   * @param {Cell} cell
   * @param {PowerCutResult | null} latest its mark has just come
   */
  draw({ cell, belief, isLost }, latest) {
    const { words } = this;
    const how = isLost ? lostIn : (/** @type {PowerCutResult} */ { whole }) => whole;
    const here = [...this.results.values()]
      .filter((result) => result.belief === belief && how(result) > 0);
    cell.dataset.state = here.length > 0 ? "reached" : "empty";
    if (here.length === 0) {
      cell.replaceChildren(make("span", "plug-none", words["cell.none"] ?? ""));
      return;
    }
    const marks = here.map((result) => {
      const mark = make("span", "plug-mark");
      mark.classList.toggle("without", !result.syncFirst);
      mark.classList.toggle("new", result === latest);
      return mark;
    });
    const tries = make("span", "plug-marks", ...marks);
    tries.setAttribute("role", "img");
    const synced = here.filter(({ syncFirst }) => syncFirst).length;
    tries.setAttribute("aria-label", fill(words["cell.tries"] ?? "",
      { with: synced, without: here.length - synced }));
    cell.replaceChildren(make("span", "plug-count", commas(total(here, how))), tries);
    if (isLost) {
      const gone = total(here, (result) => result.gone);
      const torn = total(here, (result) => result.torn);
      cell.append(make("span", "plug-kind", fill(words["cell.gone"] ?? "", { gone })),
        make("span", "plug-kind", fill(words["cell.torn"] ?? "", { torn })));
    }
    if ("bad" in cell.dataset) cell.append(make("strong", "plug-broken", words["cell.bad"] ?? ""));
  }
}

/**
 * @param {PowerCutResult[]} results
 * @param {(result: PowerCutResult) => number} how
 */
function total(results, how) {
  return results.reduce((sum, result) => sum + how(result), 0);
}
