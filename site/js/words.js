// What the page says, in its own language: the shape that both languages have.

import { english } from "./words-en.js";
import { thai } from "./words-th.js";

/** @import { Cause } from "../embed/verdict.js" */
/** @import { ErrorCode, ErrorDetail } from "../embed/klog.mjs" */

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
 * @typedef {object} Words
 * @property {string} waiting
 * @property {string} running
 * @property {(loaded: number, total: number) => string} loading
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
 * @property {(run: string) => string} stopped run: what the Run button says
 * @property {(run: string) => string} outdated the flags were changed during the run
 * @property {(flag: string) => string} invalid flag: with dashes
 * @property {(kind: string, found: string, min: string, max: string) => string} flagError
 * @property {string} cannotRun
 * @property {Fault} fault
 * @property {(code: ErrorCode, detail: ErrorDetail) => string} makeshift
 */

/**
 * @callback Fault
 * @param {ErrorCode} code
 * @param {ErrorDetail} detail
 * @param {string} message
 * @param {string} run what the Run button says
 * @returns {string} what is wrong and what can be done
 */

/**
 * The words for a language tag; English where there are none.
 * @param {string} tag
 * @returns {Words}
 */
export function wordsFor(tag) {
  return /^th\b/i.test(tag) ? thai : english;
}
