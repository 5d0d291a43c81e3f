// The English sentences under the Thai lines, filled from the values that a run measured.

import { commas } from "./format.js";

/** @import { Line, Value } from "./klog.mjs" */

/** {name} counts something, {name,id} names something. */
const PLACEHOLDER = /\{([a-z][A-Za-z0-9]*)(,id)?\}/g;
/** An integer that crossed as a string, being past what a number holds. */
const LONG_INTEGER = /^-?\d{16,}$/;

/** @typedef {Record<string, string>} Templates by "section.line" */

/**
 * Reads the templates of a demo, wherever the page has them; null on pages that have none.
 * @param {Element[]} parents
 * @returns {Templates | null}
 */
export function readTemplates(parents) {
  const texts = parents.flatMap((parent) =>
    [...parent.querySelectorAll("script.gloss-templates")].map((each) => each.textContent));
  if (texts.length === 0) return null;
  return Object.assign({}, ...texts.map((text) => JSON.parse(text ?? "{}")));
}

/**
 * Fills the gloss of a line; "" where there is none.
 * @param {Templates | null} templates
 * @param {string} section
 * @param {Line} line
 */
export function glossOf(templates, section, line) {
  return fill(templates?.[`${section}.${line.id}`] ?? "", line.values);
}

/**
 * Puts values into a text.
 * @param {string} template
 * @param {Record<string, Value>} values
 */
export function fill(template, values) {
  return template.replace(PLACEHOLDER, (whole, name, id) => {
    const value = values[name];
    return value === undefined ? whole : format(value, id !== undefined);
  });
}

/**
 * Puts values into a text, and gives it in pieces: what stood there, and each value with its name.
 * @param {string} template
 * @param {Record<string, Value>} values
 * @returns {{ name?: string, text: string }[]}
 */
export function pieces(template, values) {
  const parts = template.split(PLACEHOLDER); // words, name, ",id" or nothing, words, …
  return parts.flatMap((text, i) => {
    if (i % 3 === 0) return [{ text }];
    const value = i % 3 === 1 ? values[text] : undefined;
    if (value === undefined) return [];
    return [{ name: text, text: format(value, parts[i + 1] !== undefined) }];
  });
}

/**
 * @param {Value} value
 * @param {boolean} isName
 */
function format(value, isName) {
  if (isName || typeof value === "boolean") return String(value);
  if (typeof value === "number") return commas(value);
  return LONG_INTEGER.test(value) ? commas(BigInt(value)) : value;
}
