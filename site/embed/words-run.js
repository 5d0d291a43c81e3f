// What is said of a run, in the page's language: the shape that both languages have. It comes
// with the engine's client, since nothing of it is said before.

import { english } from "./words-run-en.js";
import { thai } from "./words-run-th.js";

/** @import { ErrorCode, ErrorDetail } from "./klog.mjs" */
/** @import { Cause } from "./verdict.js" */

/**
 * @callback Fault
 * @param {ErrorCode} code
 * @param {ErrorDetail} detail
 * @param {string} message
 * @param {string} run what the Run button says
 * @returns {string} what is wrong and what can be done
 */

/**
 * Where two texts differ, counted from 1.
 * @typedef {object} Place
 * @property {number} byte
 * @property {number} line
 * @property {number} column in code points
 * @property {string[]} codePoints the two that differ there, or none
 * @property {Cause[]} causes
 */

/**
 * What is said of a line.
 * @typedef {"changed" | "added" | "removed" | "golden" | "printed" | "missing" | "extra"} Label
 */

/**
 * @typedef {object} RunWords
 * @property {Fault} fault
 * @property {(code: ErrorCode, detail: ErrorDetail) => string} makeshift why the engine ran in
 *   the page
 * @property {(bytes: number) => string} same
 * @property {(bytes: number, total: number) => string} sectionSame
 * @property {(bytes: number, lines: number) => string} own
 * @property {(bytes: number, lines: number) => string} sectionOwn
 * @property {(bytes: number) => string} sectionUnchanged
 * @property {(flag: string | null) => string} sectionAbsent flag: what would print it, with dashes
 * @property {(place: Place, section: string) => string} differs
 * @property {(place: Place) => string} sectionDiffers
 * @property {(shown: number, stated: number, section: string) => string} missized the bytes are
 *   those that were printed, but not as many as the page says
 * @property {(shown: number, stated: number) => string} sectionMissized
 * @property {(place: Place) => string} place
 * @property {Record<Label, string>} label
 * @property {string} asked said of the line that a question was about
 * @property {(title: string) => string} region what scrolls sideways
 */

/**
 * The words for a language tag; English where there are none.
 * @param {string} tag
 * @returns {RunWords}
 */
export function runWordsFor(tag) {
  return /^th\b/i.test(tag) ? thai : english;
}
