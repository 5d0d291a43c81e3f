// A picture of a run, gone through step by step, from its HTML alone: an SVG whose shapes say at
// which steps they are to be seen, and a sentence for each step.

import { find } from "./find.js";

/** @import { DrawnPicture } from "./internal.js" */

/** Where each key leads, of so many steps. */
const KEYS = {
  ArrowLeft: (/** @type {number} */ step) => step - 1,
  ArrowRight: (/** @type {number} */ step) => step + 1,
  Home: () => 1,
  End: (/** @type {number} */ _step, /** @type {number} */ steps) => steps,
};
/** What each button does, in their order. */
const BUTTONS = [KEYS.Home, KEYS.ArrowLeft, KEYS.ArrowRight, KEYS.End];

/** One picture. */
export class Picture {
  /** @param {HTMLElement} figure */
  constructor(figure) {
    /** @private */
    this.figure = figure;
    const [demo = "", name = ""] = (figure.dataset.picture ?? "").split("#");
    this.demo = demo;
    this.name = name;
    /** @private */
    this.svg = find(figure, "svg", SVGSVGElement);
    /** @private */
    this.place = find(figure, ".picture-place", HTMLElement);
    /** @private */
    this.said = find(figure, ".picture-said", HTMLElement);
    /** @private */
    this.origin = find(figure, ".picture-origin", HTMLElement);
    /** @private */
    this.sentences = [...figure.querySelectorAll(".picture-steps li")];
    /** @private */
    this.buttons = [...figure.querySelectorAll("button")];
    /** @private the step that is drawn, from 1; the HTML has the last */
    this.step = this.sentences.length;
    /** @private nobody has gone through it yet: the way on from the whole is its first step */
    this.isWhole = true;
    for (const [i, button] of this.buttons.entries()) {
      button.disabled = false;
      button.addEventListener("click", () => this.go(BUTTONS[i]));
    }
    /** @private */
    this.bar = find(figure, ".picture-bar", HTMLElement);
    this.buttons[0]?.parentElement?.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!Object.hasOwn(KEYS, event.key)) return;
      event.preventDefault(); // Home and End would go to the page's ends
      this.go(KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
    });
    show(this.svg, this.step);
    this.mark();
  }

  /**
   * @private
   * @param {typeof KEYS.End | undefined} way
   */
  go(way) {
    const steps = this.sentences.length;
    const from = this.isWhole && way === KEYS.ArrowRight ? 0 : this.step;
    const to = Math.min(Math.max(way?.(from, steps) ?? this.step, 1), steps);
    if (to === this.step) return;
    this.isWhole = false;
    const isForward = to === this.step + 1;
    this.step = to;
    this.figure.removeAttribute("data-forward"); // what moves is not yet where it will be
    this.draw(to);
    this.mark();
    this.reveal();
    // What happened moves; what is taken back does not.
    this.figure.toggleAttribute("data-forward", isForward);
  }

  /**
   * Draws a step and says it.
   * @private
   * @param {number} step
   */
  draw(step) {
    show(this.svg, step);
    this.place.textContent = (this.figure.dataset.place ?? "")
      .replace("{step}", String(step)).replace("{steps}", String(this.sentences.length));
    this.said.replaceChildren(...copyOf(this.sentences[step - 1]));
  }

  /**
   * Scrolls the page by what it takes to see what the step is about: the first step is about the
   * picture's top as well.
   * @private
   */
  reveal() {
    const about = [...this.svg.querySelectorAll(`.came, [data-to="${this.step}"]`)];
    if (this.step === 1) about.push(...[...this.svg.children].slice(0, 1));
    if (about.length === 0) return;
    const boxes = about.map((shape) => shape.getBoundingClientRect());
    const bar = this.bar.getBoundingClientRect();
    const picture = this.svg.getBoundingClientRect();
    const isBeside = bar.left >= picture.right;
    // Where the bar sticks: it hangs lower while only the picture's head is in the window.
    const hang = parseFloat(getComputedStyle(this.bar).bottom) || 0;
    const stuck = window.innerHeight - bar.height - hang;
    const floor = isBeside ? window.innerHeight : Math.min(bar.top, stuck);
    const page = getComputedStyle(document.documentElement);
    const ceiling = parseFloat(page.scrollPaddingTop) || 0;
    // Not the picture's very end, to which a line's box may reach: there the bar comes loose.
    const end = Math.min(Math.max(...boxes.map(({ bottom }) => bottom)), picture.bottom - 2);
    const above = Math.min(...boxes.map(({ top }) => top)) - ceiling;
    window.scrollBy(0, Math.min(Math.max(end - floor, 0), above));
  }

  /**
   * Says of the buttons whether they lead anywhere. They keep the focus: they are not disabled.
   * @private
   */
  mark() {
    for (const [i, button] of this.buttons.entries()) {
      const isUseless = this.step === (i < 2 ? 1 : this.sentences.length)
        && !(this.isWhole && BUTTONS[i] === KEYS.ArrowRight);
      button.setAttribute("aria-disabled", String(isUseless));
    }
  }

  /**
   * Takes the engine's list in place of the HTML's, and says whether it is the same.
   * @param {DrawnPicture} list
   * @param {{ redraw: typeof import("./redraw.js").redraw }} tools
   */
  take(list, tools) {
    const isSame = tools.redraw(this.svg, this.sentences, list, this.step);
    this.figure.removeAttribute("data-forward"); // nothing has happened
    if (!isSame) this.draw(this.step); // what is said already is not said again
    this.origin.textContent = this.figure.dataset[isSame ? "same" : "differs"] ?? "";
    this.origin.dataset.state = isSame ? "same" : "differs";
  }

  /** Says again where the HTML's picture came from. */
  forget() {
    this.origin.textContent = this.origin.dataset.built ?? "";
    delete this.origin.dataset.state;
  }

  /**
   * Paper shows the whole, and says so.
   * @param {boolean} begins or has ended
   */
  print(begins) {
    this.draw(begins ? this.sentences.length : this.step);
  }
}

/**
 * Shows what is to be seen at a step. What came with it is told from the rest, since it moves.
 * @param {SVGElement} svg
 * @param {number} step
 */
export function show(svg, step) {
  for (const shape of svg.children) {
    const from = Number(shape.getAttribute("data-from") ?? 1);
    const to = Number(shape.getAttribute("data-to") ?? Infinity);
    shape.classList.toggle("off", step < from || step > to);
    shape.classList.toggle("came", step === from && from > 1);
  }
}

/** @param {Element | undefined} sentence */
function copyOf(sentence) {
  return [...sentence?.childNodes ?? []].map((node) => node.cloneNode(true));
}
