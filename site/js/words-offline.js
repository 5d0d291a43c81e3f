// What is said of saving the course, in the page's language: the shape that both languages have.

import { english } from "./words-offline-en.js";
import { thai } from "./words-offline-th.js";

/** @import { Fault } from "../sw/scope.js" */

/**
 * Why the course is not saved, from the worker or from the page.
 * @typedef {Fault | { code: "insecure" | "no-worker" | "off" }
 *   | { code: "refused", message: string }
 *   | { code: "no-room", room: number, needed: number }} WhyNot
 */

/**
 * @typedef {object} OfflineWords
 * @property {(mb: string) => string} save the button, as in the page's own script
 * @property {string} stop the button
 * @property {string} remove the button
 * @property {string} mend the button, where the browser has dropped some of it
 * @property {(loaded: number, total: number) => string} saving bytes
 * @property {(files: number, bytes: number, isLasting: boolean) => string} saved
 * @property {string} part only some of it is there
 * @property {string} removed
 * @property {string} stopped
 * @property {(why: WhyNot, isPart: boolean) => string} fault why, and what can be done; isPart:
 *   some of it is there
 * @property {(why: WhyNot) => string} updateFault the same of a new version
 * @property {string} newer a new version is saved beside this one
 * @property {string} take the button
 * @property {string} busy a run in another tab comes first
 * @property {string} later this page is of the version before
 * @property {string} move the button
 */

/** @type {OfflineWords} */
export const words = __PAGE_LANG__ === "th" ? thai : english;
