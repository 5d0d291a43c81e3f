// A demo's pictures, drawn by the engine from a run with the flags of the one that is shown: they
// are asked for when the reader opens them.

import { make } from "./find.js";
import { fill, pieces } from "./gloss.js";
import { Picture } from "./picture.js";
import { SVG, elementOf } from "./redraw.js";

/** @import { DrawnPicture } from "./internal.js" */

/** @typedef {Record<string, string>} Texts the words of pictures, by their keys */

/**
 * Makes a picture that is gone through by its buttons.
 * @param {DrawnPicture} drawn
 * @param {Texts} texts
 * @param {string} origin where it is from
 */
export function pictureOf({ name, width, height, steps, shapes }, texts, origin) {
  const say = (/** @type {string} */ key) => texts[key] ?? key;
  const id = `klog-picture-${name}`;
  const caption = make("figcaption", "", say(`${name}.caption`));
  caption.id = `${id}-caption`;
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({
    "viewBox": `0 0 ${width} ${height}`, width, height, "role": "img", "lang": "en",
    "translate": "no", "focusable": "false", "aria-labelledby": caption.id,
    "aria-describedby": `${id}-step`,
  })) svg.setAttribute(key, String(value));
  svg.append(...shapes.map(elementOf));
  const sentences = steps.map(({ word, values }) =>
    make("li", "", ...sentenceOf(say(word), values)));
  const all = make("details", "picture-steps", make("summary", "", say("ui.all")),
    make("ol", "", ...sentences));
  const place = fill(say("ui.step"), { step: steps.length, steps: steps.length });
  const last = sentences[sentences.length - 1]?.cloneNode(true).childNodes ?? [];
  const said = make("span", "picture-said", ...last);
  const step = make("p", "picture-step", make("span", "picture-place", place), " · ", said);
  step.id = `${id}-step`;
  step.setAttribute("aria-live", "polite");
  step.setAttribute("aria-atomic", "true");
  const buttons = make("div", "picture-buttons", iconButton(say("ui.first"), "|←"),
    button(say("ui.back")), button(say("ui.next")), iconButton(say("ui.last"), "→|"));
  buttons.setAttribute("role", "group");
  buttons.setAttribute("aria-label",
    say("ui.controls").replace("{caption}", caption.textContent ?? ""));
  const figure = make("figure", "picture", caption, make("div", "picture-body"));
  figure.dataset.place = say("ui.step");
  figure.lastElementChild?.append(svg,
    make("div", "picture-way", make("div", "picture-bar", buttons, step)), all,
    make("p", "picture-origin", origin));
  new Picture(figure);
  return figure;
}

/** @param {string} text */
function button(text) {
  const made = make("button", "", text);
  made.type = "button";
  return made;
}

/**
 * @param {string} name
 * @param {string} sign
 */
function iconButton(name, sign) {
  const icon = make("span", "", sign);
  icon.setAttribute("aria-hidden", "true");
  const made = button("");
  made.setAttribute("aria-label", name);
  made.append(icon);
  return made;
}

/**
 * A step's words, each value in an element of its own.
 * @param {string} template
 * @param {DrawnPicture["steps"][number]["values"]} values
 */
function sentenceOf(template, values) {
  return pieces(template, values).map(({ name, text }) => {
    if (!name) return text;
    const value = make("span", "", text);
    value.dataset.v = name;
    return value;
  });
}
