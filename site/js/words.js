// What the page says, in its own language: the shape that both languages have.

import { english } from "./words-en.js";
import { thai } from "./words-th.js";

/** @import { Fault } from "../embed/words-run.js" */

/**
 * @typedef {object} Words
 * @property {string} waiting
 * @property {string} running
 * @property {(loaded: number, total: number) => string} loading
 * @property {(bytes: number) => string} sectionBefore an earlier run in this browser printed it
 * @property {(run: string) => string} stopped run: what the Run button says
 * @property {(run: string) => string} outdated the flags were changed during the run
 * @property {(flag: string) => string} invalid flag: with dashes
 * @property {(kind: string, found: string, min: string, max: string) => string} flagError
 * @property {string} cannotRun
 * @property {Fault} fault why the engine's client has not come
 * @property {string} run the button
 * @property {string} check the button
 * @property {string} chooseFirst
 * @property {string} right
 * @property {string} wrong
 * @property {string} guess the field's label
 * @property {string} guessFirst
 * @property {string} guessNumber
 * @property {(value: string) => string} guessedRight
 * @property {(guess: string, value: string) => string} guessedOther
 * @property {(isStored: boolean) => string} kept
 * @property {string} clear the button
 * @property {string} cleared
 * @property {(mb: string) => string} save the button
 * @property {string} yours the button
 * @property {(mb: string) => string} price of the first run
 */

/**
 * The words of the page's language. Each language has a script of its own, without the words of the
 * other: which one it is stands in its source once it is bundled.
 * @type {Words}
 */
export const words = __PAGE_LANG__ === "th" ? thai : english;
