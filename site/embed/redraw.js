// A picture drawn anew from the engine's own list of shapes: this comes with the engine's client.

import { commas } from "./format.js";
import { show } from "./picture.js";

/** @import { DrawnPicture } from "./internal.js" */

/** @typedef {DrawnPicture["steps"][number]} Step */

export const SVG = "http://www.w3.org/2000/svg";

/**
 * Puts the engine's list in place of the HTML's, and tells whether both are the same. Where they
 * are not, the size and the sentences' values become the engine's too.
 * @param {SVGSVGElement} svg
 * @param {Element[]} sentences of the steps
 * @param {DrawnPicture} list
 * @param {number} now the step that is shown
 */
export function redraw(svg, sentences, { width, height, shapes, steps }, now) {
  const frame = document.createElementNS(SVG, "svg");
  frame.append(...shapes.map(elementOf));
  show(frame, now);
  const fresh = [...frame.children];
  const built = svg.viewBox.baseVal;
  const isSame = width === built.width && height === built.height
    && fresh.length === svg.children.length
    && fresh.every((shape, i) => shape.isEqualNode(svg.children[i] ?? null))
    && steps.length === sentences.length
    && steps.every((step, i) => says(sentences[i], step));
  if (!isSame) {
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const [i, step] of steps.entries()) mend(sentences[i], step);
  }
  svg.replaceChildren(...fresh);
  return isSame;
}

/** @param {DrawnPicture["shapes"][number]} shape */
export function elementOf([name, text, ...attributes]) {
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
 * @param {Step} step
 */
function says(sentence, { word, values }) {
  if (!(sentence instanceof HTMLElement) || sentence.dataset.word !== word) return false;
  return [...sentence.querySelectorAll("span")].every((slot) => {
    const value = values[slot.dataset.v ?? ""];
    const text = slot.textContent;
    return text === String(value) || typeof value === "number" && text === commas(value);
  });
}

/**
 * Gives a sentence the engine's values, where it is about the same.
 * @param {Element | undefined} sentence
 * @param {Step} step
 */
function mend(sentence, { word, values }) {
  if (!(sentence instanceof HTMLElement) || sentence.dataset.word !== word) return;
  for (const slot of sentence.querySelectorAll("span")) {
    const value = values[slot.dataset.v ?? ""];
    slot.textContent = typeof value === "number" ? commas(value) : String(value);
  }
}
