// Cut anywhere, then append: where the file is cut, whether it is truncated, and what the engine
// reads back, drawn to scale and told in a sentence.

import { callExperiment } from "../embed/calls.js";
import { allIn, find, whenSent } from "../embed/find.js";
import { fill } from "../embed/gloss.js";
import { letScroll } from "./slider.js";
import { STOP_AFTER_MS, Trial } from "./trial.js";

/** @import { CutShape } from "../embed/klog.mjs" */
/** @import { Context } from "./call.js" */

/** A key that is held down asks for a run at each step: the last one is made. */
const REST_MS = 120;

/** The widget. */
export class Cut {
  /**
   * Takes the widget's HTML over, and shows it.
   * @param {HTMLElement} element
   * @param {Context} context
   */
  constructor(element, context) {
    /** @private */
    this.context = context;
    /** @private @type {{ [key: string]: string }} */
    this.words = JSON.parse(find(element, "script.cut-words", HTMLElement).textContent ?? "{}");
    /** @private */
    this.svg = find(element, "svg", SVGSVGElement);
    /** @private */
    this.scale = Number(this.svg.dataset.scale);
    /** @private where batches end, from 0 */
    this.edges = (this.svg.dataset.edges ?? "").split(" ").map(Number);
    const form = find(element, "form", HTMLFormElement);
    /** @private */
    this.range = find(form, ".cut-handle", HTMLInputElement);
    /** @private */
    this.field = find(form, ".cut-byte", HTMLInputElement);
    /** @private */
    this.truncate = find(form, ".cut-truncate input", HTMLInputElement);
    /** @private the cut that is drawn with what came of it: the page's own at first */
    this.drawn = this.range.defaultValue;
    /** @private */
    this.trial = new Trial(element, context, { stopAfterMs: STOP_AFTER_MS });
    /** @private */
    this.rest = 0;

    whenSent(form, () => this.run());
    const moved = () => this.move(Number(this.range.value));
    this.range.addEventListener("input", moved);
    letScroll(this.range, moved);
    for (const edit of ["input", "change"]) {
      this.field.addEventListener(edit, () => {
        if (this.field.value !== "") this.move(Number(this.field.value), true);
      });
    }
    form.addEventListener("change", () => {
      this.field.value = this.range.value; // what was typed may be no length
      window.clearTimeout(this.rest);
      this.rest = window.setTimeout(() => this.run(), REST_MS);
    });
    for (const [name, way] of /** @type {const} */ ([["previous", -1], ["next", 1]])) {
      find(form, `.cut-${name}`, HTMLElement).addEventListener("click", () => this.step(way));
    }
    form.reset(); // a browser may have kept what stood there before a reload
    this.describe();
    for (const each of allIn(element, ".cut-live")) each.hidden = false;
  }

  /**
   * To the nearest edge on one side.
   * @private
   * @param {-1 | 1} way
   */
  step(way) {
    const at = Number(this.range.value);
    const all = [...this.edges, Number(this.range.max)];
    const on = all.filter((edge) => (edge - at) * way > 0);
    if (on.length === 0) return;
    this.move(way < 0 ? Math.max(...on) : Math.min(...on));
    this.run();
  }

  /**
   * Shows the cut; what came of another one goes, and is there again with that one: a browser
   * tells of no change where the handle comes back to where it was.
   * @private
   * @param {number} at
   * @param {boolean} [isTyped]
   */
  move(at, isTyped = false) {
    this.range.value = String(at); // the range holds it to what there is
    if (!isTyped) this.field.value = this.range.value;
    this.describe();
    const cut = Number(this.range.value);
    for (const away of this.svg.querySelectorAll(".cut-away")) {
      this.place(away, cut, Number(this.range.max) - cut);
    }
    this.line(".cut-line", cut, cut);
    // Its offsets are named in what is there of a batch where that is all of it.
    for (const [i, name] of [...this.svg.querySelectorAll(".cut-first")].entries()) {
      name.toggleAttribute("hidden", (this.edges[i + 1] ?? 0) > cut);
    }
    this.part(".cut-after").toggleAttribute("hidden", this.range.value !== this.drawn);
  }

  /** @private */
  describe() {
    const at = Number(this.range.value);
    const pos = Math.max(...this.edges.filter((edge) => edge <= at));
    this.range.setAttribute("aria-valuetext",
      fill(this.words[pos === at ? "value.edge" : "value.inside"] ?? "", { at, pos }));
  }

  /** @private */
  run() {
    window.clearTimeout(this.rest);
    const given = { at: this.range.value, truncate: this.truncate.checked };
    void this.trial.run([async (call) => {
      const result = await callExperiment(this.context.engine, "cut", given, call);
      // Meanwhile the handle may have moved on.
      if (this.range.value === given.at && !call.signal.aborted) this.draw(result);
      return this.sentence(result);
    }]);
  }

  /**
   * @private
   * @param {CutShape} result
   */
  sentence({ at, torn, truncate, codeName, appended, read, stop, obstacle, fileSize }) {
    const { words } = this;
    const key = torn === 0 ? "edge" : truncate ? "truncated" : "blind";
    const said = fill(words[`result.${key}`] ?? "", { at, torn, pos: appended.pos,
      offset: appended.base, batches: read.length, code: codeName, stop, unread: fileSize - stop,
      why: words[`why.${obstacle}`] ?? "" });
    return key === "blind" && stop > at - torn ? `${said} ${words["result.whole"]}` : said;
  }

  /**
   * Draws the file as it is found when the log is opened again.
   * @private
   * @param {CutShape} result
   */
  draw({ at, appended, read, found, stop, fileSize }) {
    this.drawn = String(at);
    const { pos, size, base } = appended;
    const old = found ? read.slice(0, -1) : read;
    for (const [i, each] of [...this.svg.querySelectorAll(".cut-read")].entries()) {
      this.place(each, old[i]?.pos ?? 0, old[i]?.size ?? 0);
    }
    this.place(this.part(".cut-torn"), stop, Math.max(pos - stop, 0));
    this.place(this.part(".cut-new"), pos, size);
    this.place(this.part(".cut-unread"), stop, fileSize - stop);
    this.line(".cut-reader", 0, stop);
    this.line(".cut-stop", stop, stop);
    const label = this.part(".cut-base");
    label.setAttribute("x", this.share(pos + size / 2));
    label.textContent = String(base);
    this.part(".cut-said").textContent =
      fill(this.words["drawn.stop"] ?? "", { stop, size: fileSize });
    const after = this.part(".cut-after");
    after.toggleAttribute("hidden", false);
    after.classList.remove("came");
    after.getBoundingClientRect(); // the browser notices that it went: the batch moves in again
    after.classList.add("came");
  }

  /** @private @param {string} selector */
  part(selector) {
    return find(this.svg, selector, SVGElement);
  }

  /** @private @param {number} bytes */
  share(bytes) {
    return `${(100 * bytes / this.scale).toFixed(3)}%`;
  }

  /**
   * @private
   * @param {Element} rect
   * @param {number} pos
   * @param {number} size
   */
  place(rect, pos, size) {
    rect.setAttribute("x", this.share(pos));
    rect.setAttribute("width", this.share(size));
  }

  /**
   * @private
   * @param {string} selector
   * @param {number} from
   * @param {number} to
   */
  line(selector, from, to) {
    const line = this.part(selector);
    line.setAttribute("x1", this.share(from));
    line.setAttribute("x2", this.share(to));
  }
}
