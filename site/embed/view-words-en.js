// What the views say in English.

import { commas } from "./format.js";
import { flagError, invalid } from "./words-flag-en.js";

/** @import { ViewWords } from "./view-words.js" */

/** @type {ViewWords} */
export const english = {
  output: "Output",
  bytes: "The output's bytes",
  bytesRegion: "The output's bytes in hex; scrolls",
  bytesDiffer: (byte, want, got) => `Byte ${commas(byte)} is the first that differs: `
    + `${want ? `${want} in the golden output` : "the golden output has ended"}, `
    + `${got ? `${got} in this run` : "this run has ended"}.`,
  pictures: "Pictures of this run",
  drawing: "The engine is drawing …",
  drawn: "Drawn by the engine, from a run with these flags in this browser.",
  unknown: (what, known) => `There is no ${what} here. It may be ${known}.`,
  invalid,
  flagError,
};
