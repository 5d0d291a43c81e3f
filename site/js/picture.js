// Pictures of runs: gone through step by step, from the HTML alone; and after a run drawn anew
// from the engine's own list of shapes, which must be the one that is in the HTML.

import { callDraw } from "../embed/calls.js";
import { find } from "./find.js";
import { commas } from "./format.js";

/** @import { DrawnPicture } from "../embed/internal.js" */
/** @import { Context } from "./call.js" */

const SVG = "http://www.w3.org/2000/svg";
/** Where each key leads, of so many steps. */
const KEYS = {
  ArrowLeft: (/** @type {number} */ step) => step - 1,
  ArrowRight: (/** @type {number} */ step) => step + 1,
  Home: () => 1,
  End: (/** @type {number} */ _step, /** @type {number} */ steps) => steps,
};
/** What each button does, in their order. */
const BUTTONS = [KEYS.Home, KEYS.ArrowLeft, KEYS.ArrowRight, KEYS.End];

/**
 * Makes the pictures of the page work.
 * @param {HTMLElement[]} figures
 * @param {Context} context
 */
export function takePictures(figures, context) {
  const pictures = figures.map((figure) => new Picture(figure));
  document.addEventListener("klog:run", (event) => {
    if (event instanceof CustomEvent) void redraw(pictures, context, event.detail);
  });
  context.progress.onClear(() => {
    for (const picture of pictures) picture.forget();
  });
  for (const when of ["beforeprint", "afterprint"]) {
    window.addEventListener(when, () => {
      for (const picture of pictures) picture.print(when === "beforeprint");
    });
  }
}

/**
 * Draws a demo's pictures from a run that the engine makes of the flags of the reader's: those of
 * the golden output, since the words in the page are about that run.
 * @param {Picture[]} pictures
 * @param {Context} context
 * @param {{ demo: string, flags: object, golden: boolean }} run
 */
async function redraw(pictures, { engine }, { demo, flags, golden }) {
  const own = pictures.filter((picture) => picture.demo === demo);
  if (!golden || own.length === 0) return;
  const drawn = await callDraw(engine, demo, flags).catch(() => null);
  if (!drawn) return; // the run itself was answered; its pictures stay as they were built
  for (const picture of own) {
    const list = drawn.pictures.find(({ name }) => name === picture.name);
    if (list) picture.take(list);
  }
}

/** One picture in the page. */
class Picture {
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
    for (const [i, button] of this.buttons.entries()) {
      button.disabled = false;
      button.addEventListener("click", () => this.go(BUTTONS[i]));
    }
    figure.addEventListener("keydown", (event) => {
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
    const to = Math.min(Math.max(way?.(this.step, steps) ?? this.step, 1), steps);
    if (to === this.step) return;
    // What happened moves; what is taken back does not.
    this.figure.toggleAttribute("data-forward", to === this.step + 1);
    this.step = to;
    show(this.svg, to);
    this.place.textContent = (this.figure.dataset.place ?? "")
      .replace("{step}", String(to)).replace("{steps}", String(steps));
    this.said.replaceChildren(...copyOf(this.sentences[to - 1]));
    this.mark();
  }

  /**
   * Says of the buttons whether they lead anywhere. They keep the focus: they are not disabled.
   * @private
   */
  mark() {
    for (const [i, button] of this.buttons.entries()) {
      const isUseless = this.step === (i < 2 ? 1 : this.sentences.length);
      button.setAttribute("aria-disabled", String(isUseless));
    }
  }

  /**
   * Draws the engine's list in place of the HTML's, and says whether it is the same.
   * @param {DrawnPicture} list
   */
  take(list) {
    const fresh = list.shapes.map(elementOf);
    const frame = document.createElementNS(SVG, "svg");
    frame.append(...fresh);
    show(frame, this.step);
    const { width, height } = this.svg.viewBox.baseVal;
    const isSame = width === list.width && height === list.height
      && fresh.length === this.svg.children.length
      && fresh.every((shape, i) => shape.isEqualNode(this.svg.children[i] ?? null))
      && list.steps.length === this.sentences.length
      && list.steps.every((step, i) => says(this.sentences[i], step));
    if (!isSame) this.replaceSteps(list);
    this.figure.removeAttribute("data-forward"); // nothing has happened
    this.svg.replaceChildren(...frame.children);
    this.origin.textContent = this.figure.dataset[isSame ? "same" : "differs"] ?? "";
    this.origin.dataset.state = isSame ? "same" : "differs";
  }

  /**
   * Takes the engine's size, and its values where a sentence is about the same.
   * @private
   * @param {DrawnPicture} list
   */
  replaceSteps({ width, height, steps }) {
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const [i, { word, values }] of steps.entries()) {
      const sentence = this.sentences[i];
      if (!(sentence instanceof HTMLElement) || sentence.dataset.word !== word) continue;
      for (const slot of sentence.querySelectorAll("span")) {
        const value = values[slot.dataset.v ?? ""];
        slot.textContent = typeof value === "number" ? commas(value) : String(value);
      }
    }
    this.said.replaceChildren(...copyOf(this.sentences[this.step - 1]));
  }

  /** Says again where the HTML's picture came from. */
  forget() {
    this.origin.textContent = this.origin.dataset.built ?? "";
    delete this.origin.dataset.state;
  }

  /**
   * Paper shows the whole.
   * @param {boolean} begins or has ended
   */
  print(begins) {
    show(this.svg, begins ? this.sentences.length : this.step);
  }
}

/**
 * Shows what is to be seen at a step. What came with it is told from the rest, since it moves.
 * @param {SVGElement} svg
 * @param {number} step
 */
function show(svg, step) {
  for (const shape of svg.children) {
    const from = Number(shape.getAttribute("data-from") ?? 1);
    const to = Number(shape.getAttribute("data-to") ?? Infinity);
    shape.classList.toggle("off", step < from || step > to);
    shape.classList.toggle("came", step === from && from > 1);
  }
}

/** @param {DrawnPicture["shapes"][number]} shape */
function elementOf([name, text, ...attributes]) {
  const element = document.createElementNS(SVG, name);
  for (let i = 0; i + 1 < attributes.length; i += 2) {
    element.setAttribute(attributes[i] ?? "", attributes[i + 1] ?? "");
  }
  if (text) element.textContent = text;
  return element;
}

/**
 * Whether a sentence of the page is the engine's: of the same words, with the same values.
 * @param {Element | undefined} sentence
 * @param {DrawnPicture["steps"][number]} step
 */
function says(sentence, { word, values }) {
  if (!(sentence instanceof HTMLElement) || sentence.dataset.word !== word) return false;
  return [...sentence.querySelectorAll("span")].every((slot) => {
    const value = values[slot.dataset.v ?? ""];
    const text = slot.textContent;
    return text === String(value) || typeof value === "number" && text === commas(value);
  });
}

/** @param {Element | undefined} sentence */
function copyOf(sentence) {
  return [...sentence?.childNodes ?? []].map((node) => node.cloneNode(true));
}
