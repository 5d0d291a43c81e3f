// What is said of a run in English.

import { commas, counted } from "./format.js";
import { english as faults } from "./words-fault-en.js";

/** @import { Cause } from "./verdict.js" */
/** @import { Place, RunWords } from "./words-run.js" */

/** @param {number} n */
const bytes = (n) => counted(n, "byte");

/** @type {Record<Cause, string>} */
const causes = {
  "ends-early": "this run's text ends here",
  "goes-on": "this run's text goes on after the golden text's end",
  "newline-missing": "this run has no newline at its end",
  "newline-extra": "this run has one more newline at its end",
  "carriage-return": "one of them has a carriage return (drawn ␍) here",
  "tab": "one of them has a tab (drawn ␉) here",
  "trailing-spaces": "only the spaces at the line's end differ (drawn ␠)",
  "same-letters": "the same letters, made of different code points",
  "invisible": "an invisible character is in only one of them",
  "not-utf8": "the bytes are not valid UTF-8",
};

/** @param {Place} place */
function place({ byte, line, column, codePoints, causes: why }) {
  const points = codePoints.length === 2 ? [`${codePoints.join(" against ")}`] : [];
  const where = `byte ${commas(byte)}, line ${commas(line)}, column ${commas(column)} `
    + "(counted in code points)";
  return [where, ...points, ...why.map((cause) => causes[cause])].join("; ");
}

/** @type {RunWords} */
export const english = {
  ...faults,
  same: (n) => `Identical: ${bytes(n)}, every one as in the golden output.`,
  sectionSame: (n, total) => `identical: ${bytes(n)} of ${commas(total)}`,
  own: (n, lines) => `Your run: ${bytes(n)}; no golden output for these flags; `
    + `${counted(lines, "line")} changed.`,
  sectionOwn: (n, lines) => `your run: ${bytes(n)}; ${counted(lines, "line")} changed`,
  sectionUnchanged: (n) => `your run: ${bytes(n)}, the same as in the golden output`,
  sectionAbsent: (flag) => flag
    ? `not printed in this run: it needs ${flag}`
    : "not printed in this run",
  differs: (at, section) => `Differs from the golden output: ${place(at)}`
    + `${section ? `; in the section “${section}”` : ""}.`,
  sectionDiffers: ({ byte, line }) =>
    `differs from its byte ${commas(byte)} on, in its line ${commas(line)}`,
  missized: (shown, stated, section) => "Not the golden output: "
    + `${section ? `the section “${section}”` : "this page"} shows ${bytes(shown)}, as this run `
    + `printed them, where the golden text has ${commas(stated)}.`,
  sectionMissized: (shown, stated) =>
    `not the golden text: ${bytes(shown)}, where that has ${commas(stated)}`,
  place,
  label: {
    changed: "your run (changed):",
    added: "your run (one more line):",
    removed: "in the golden output only; your run has no such line",
    golden: "golden text on this page:",
    printed: "this run printed:",
    missing: "golden text on this page; this run printed no such line:",
    extra: "this run printed one more line:",
  },
  asked: "this run, the line that was asked about:",
  region: (title) => `This run's lines of “${title}”, scrolls sideways`,
};
