// What the views say beside the verdict: the shape that both languages have.

import { english } from "./view-words-en.js";
import { thai } from "./view-words-th.js";

/**
 * @typedef {object} ViewWords
 * @property {string} output name of the output
 * @property {string} bytes what opens the bytes
 * @property {string} bytesRegion what scrolls
 * @property {(byte: number, want: string, got: string) => string} bytesDiffer byte: from 1; want
 *   and got: in hex, "" where a text has ended
 * @property {string} pictures what opens them
 * @property {string} drawing
 * @property {string} drawn
 * @property {(what: string, known: string) => string} unknown what: an attribute with its value
 * @property {(flag: string) => string} invalid flag: with dashes
 * @property {(kind: string, found: string, min: string, max: string) => string} flagError
 */

/**
 * @param {"th" | "en"} lang
 * @returns {ViewWords}
 */
export const viewWordsFor = (lang) => lang === "th" ? thai : english;
