// Holds a run against the golden output in the page, and takes the verdict back.

import { judge } from "../embed/judge.js";
import { clearMarks } from "../embed/marks.js";
import { readGolden } from "./golden.js";
import { standAsBefore } from "./standing.js";

/** @import { Paper } from "../embed/judge.js" */
/** @import { DemoResult } from "../embed/klog.mjs" */
/** @import { Words } from "./words.js" */

/**
 * @typedef {object} Shown
 * @property {Element[]} demos the places of the page that show it
 * @property {Words} words what is said without a run
 * @property {(section: string) => boolean} hasProved a run in this browser printed the section
 */

/**
 * Writes the verdict into the page and gives it in words.
 * @param {Paper & Shown} paper its parts: the page has one in each place
 * @param {DemoResult} result
 * @param {string | null} switchedOff the flag whose absence leaves sections out
 */
export function report(paper, result, switchedOff) {
  forget(paper);
  return judge(paper, paper.demos.flatMap(readGolden), result, switchedOff);
}

/**
 * Takes a verdict back: the page says again what it said at first, and what is known from
 * earlier runs.
 * @param {Paper & Shown} paper
 */
export function forget({ demos, draw, hasProved, words }) {
  for (const demo of demos) clearMarks(demo);
  standAsBefore(demos, hasProved, words);
  draw(null, "ready");
}
