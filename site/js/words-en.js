// What the page says in English.

import { commas, counted, shortened } from "../embed/format.js";
import { fileRemedy, fileTrouble } from "../embed/words-file-en.js";
import { flagError, invalid } from "../embed/words-flag-en.js";

/** @import { Words } from "./words.js" */

/** @param {number} n */
const bytes = (n) => counted(n, "byte");

/** @type {Words} */
export const english = {
  waiting: "Waiting: another demo comes first …",
  running: "Running …",
  loading(loaded, total) {
    if (loaded === 0) return "Loading the engine …";
    return `Loading the engine: ${total ? `${commas(loaded)} of ${bytes(total)}` : bytes(loaded)}`;
  },
  sectionBefore: (n) => `Reproduced in this browser before: ${bytes(n)}.`,
  stopped: (run) => `Stopped. Press ${run} to start again.`,
  outdated: (run) => `The flags were changed during the run. Press ${run} to run with them.`,
  invalid,
  flagError,
  cannotRun: "Can't run.",
  fault: (code, detail, message, run) =>
    `${fileTrouble(code, detail) ?? `${message}.`} ${fileRemedy(code, run)}`,
  run: "Run and compare",
  check: "Check",
  chooseFirst: "Choose an answer first.",
  right: "Right.",
  wrong: "Not right. Read why, and try again.",
  guess: "Your guess",
  guessFirst: "Write down a guess first; then the engine runs.",
  guessNumber: "The answer is a number.",
  guessedRight: (value) => `Right: you said ${value}, and so does the engine.`,
  guessedOther: (guess, value) => `You said ${shortened(guess)}; the engine says ${value}.`,
  kept: (isStored) => "Your answers, and the sections whose runs were identical, are kept only "
    + (isStored ? "in this browser." : "until you leave this page."),
  clear: "Clear progress",
  cleared: "Cleared.",
  yours: "Put a demo into a page of yours",
  save: (mb) => `Save the course for reading offline (${mb} MB)`,
  price: (mb) => `The first run loads ${mb} MB.`,
};
