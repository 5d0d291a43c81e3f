// Pull the plug: where the power fails, which answer is asked for, whether the broker syncs; and
// what the engine says of it, told in a sentence and gathered in a table.

import { callExperiment } from "../embed/calls.js";
import { find, whenSent } from "../embed/find.js";
import { fill } from "../embed/gloss.js";
import { lostIn, Tries } from "./plug-table.js";
import { Trial } from "./trial.js";

/** @import { Station } from "../embed/klog.mjs" */
/** @import { Context } from "./call.js" */
/** @import { PowerCutResult } from "./plug-table.js" */
/** @import { Deed } from "./trial.js" */

/** @typedef {{ acks: string, syncFirst: boolean, cut: Station }} Setup */
/** @typedef {{ [key: string]: string }} PlugWords the page's, of plug.json */

/** Down is further on: browsers do not agree on it where a range stands upright. */
const STEPS = /** @type {{ [key: string]: number }} */ ({
  ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1, Home: -99, End: 99,
});

/** The widget. */
export class Plug {
  /**
   * Takes the widget's HTML over, and shows it.
   * @param {HTMLElement} element
   * @param {Context} context
   */
  constructor(element, context) {
    /** @private */
    this.context = context;
    /** @private @type {PlugWords} */
    this.words = JSON.parse(find(element, "script.plug-words", HTMLElement).textContent ?? "{}");
    /** @private */
    this.form = find(element, "form", HTMLFormElement);
    /** @private */
    this.range = find(element, ".plug-cut", HTMLInputElement);
    /** @private */
    this.sync = find(element, ".plug-sync input", HTMLInputElement);
    /** @private */
    this.here = find(element, ".plug-here", HTMLElement);
    /** @private */
    this.stations = [...element.querySelectorAll("li[data-station]")]
      .filter((each) => each instanceof HTMLElement);
    /** @private */
    this.trial = new Trial(element, context);
    /** @private */
    this.tries = new Tries(element, this.words, this.setups().length);

    whenSent(this.form, () => this.run([this.setup()]));
    this.form.addEventListener("input", () => this.draw());
    this.form.addEventListener("change", () => this.run([this.setup()]));
    // WebKitGTK's range stands upright by an older way alone, whose lowest value is at the bottom;
    // Chromium warns of that way even where a style sheet only asks for it.
    if (globalThis.CSS.supports("hanging-punctuation:first")) {
      // eslint-disable-next-line no-restricted-properties -- a policy lets in what a script sets
      Object.assign(this.range.style,
        { appearance: "slider-vertical", writingMode: "horizontal-tb", rotate: "180deg" });
    }
    this.range.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.moveTo(this.cut + step);
    });
    for (const [i, station] of this.stations.entries()) {
      station.addEventListener("click", () => this.moveTo(i));
    }
    find(element, "button.plug-try", HTMLElement)
      .addEventListener("click", () => this.run(this.setups(), true));
    find(element, "button.reset", HTMLElement).addEventListener("click", () => this.reset());
    this.form.reset(); // a browser may have kept what stood there before a reload
    this.draw();
    find(element, ".plug-live", HTMLElement).hidden = false;
  }

  /** @private @returns {Setup} as the switches and the handle stand */
  setup() {
    const acks = find(this.form, "input[name=acks]:checked", HTMLInputElement).value;
    return { acks, syncFirst: this.sync.checked, cut: this.cutAt(this.cut) };
  }

  /** @private @returns {Setup[]} all that there are */
  setups() {
    const acks = [...this.form.querySelectorAll("input[name=acks]")]
      .map((each) => each.getAttribute("value") ?? "");
    return [true, false].flatMap((syncFirst) => acks.flatMap((asked) =>
      this.stations.map((_, i) => ({ acks: asked, syncFirst, cut: this.cutAt(i) }))));
  }

  /** @private which station the handle is behind, from 0 */
  get cut() {
    return Number(this.range.value);
  }

  /** @private @param {number} i */
  cutAt(i) {
    return /** @type {Station} */ (this.stations[i]?.dataset.station ?? "");
  }

  /** @private @param {number} i or the end that is nearest to it */
  moveTo(i) {
    const { cut } = this;
    this.range.value = String(i);
    if (this.cut === cut) return;
    this.draw();
    this.run([this.setup()]);
  }

  /**
   * The words for a station, as it goes with these switches.
   * @private
   * @param {"station" | "after"} what
   * @param {{ acks: string | number, syncFirst: boolean, cut: Station }} setup
   */
  say(what, { acks, syncFirst, cut }) {
    const way = cut === "answer" ? `.${acks}` : cut === "sync" && !syncFirst ? ".left-out" : "";
    return this.words[`${what}.${cut}${way}`] ?? "";
  }

  /**
   * Draws the path as it is set up.
   * @private
   */
  draw() {
    const setup = this.setup();
    for (const [i, station] of this.stations.entries()) {
      station.dataset.state = i < this.cut ? "passed" : i === this.cut ? "cut" : "never";
      const left = !setup.syncFirst && station.dataset.station === "sync";
      station.toggleAttribute("data-left-out", left);
      const does = find(station, ".plug-does", HTMLElement);
      does.textContent = this.say("station", { ...setup, cut: this.cutAt(i) });
    }
    this.stations[this.cut]?.append(this.here);
    this.range.setAttribute("aria-valuetext", this.say("after", setup));
  }

  /**
   * Tries these, in their order, and nothing that was asked for before.
   * @private
   * @param {Setup[]} setups
   * @param {boolean} areAll
   */
  run(setups, areAll = false) {
    const deeds = setups.map((setup, i) => /** @type {Deed} */ (async (call) => {
      const result = await callExperiment(this.context.engine, "power-cut", setup, call);
      if (call.signal.aborted) return "";
      this.tries.add(result);
      return areAll && i === setups.length - 1 ? this.tries.sum() : this.sentence(result);
    }));
    void this.trial.run(deeds);
  }

  /**
   * @private
   * @param {PowerCutResult} result
   */
  sentence(result) {
    const { belief, states, whole, gone, torn } = result;
    const lost = lostIn(result);
    const disk = lost === 0 ? "whole" : gone === states ? "gone" : "luck";
    const isBad = belief === "written" && lost > 0;
    return fill(this.words[isBad ? "result.bad" : "result"] ?? "", {
      after: this.say("after", result),
      disk: fill(this.words[`disk.${disk}`] ?? "", { states, whole, gone, torn }),
      belief: this.words[`belief.${belief}`] ?? "",
      bad: fill(this.words.bad ?? "", { lost, states }),
    });
  }

  /** @private */
  reset() {
    this.trial.abort();
    this.form.reset();
    this.draw();
    this.tries.clear();
    this.trial.say("ready", this.words.ready ?? "");
  }
}
