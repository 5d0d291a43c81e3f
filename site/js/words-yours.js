// What is said of the code for a page of the reader's own: the shape that both languages have.

import { english } from "./words-yours-en.js";
import { thai } from "./words-yours-th.js";

/**
 * @typedef {object} YoursWords
 * @property {string} what which part of the demo: the label of the choice
 * @property {string} all no part of it
 * @property {string} script what the first code is
 * @property {string} frame what the second one is
 * @property {(version: string) => string} version which the code is for
 * @property {string} more the link to all that authors may want to know
 * @property {string} copy the button
 * @property {string} copied
 * @property {string} selected where it can't be copied from here
 */

/** @type {YoursWords} */
export const words = __PAGE_LANG__ === "th" ? thai : english;
