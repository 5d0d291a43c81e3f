// What the page needs once something was run, and not before: it comes with the engine's client.

import { linesOf } from "../embed/lines.js";
import { redraw } from "../embed/redraw.js";
import { runWordsFor } from "../embed/words-run.js";
import { forget, report } from "./report.js";

export const tools = { forget, linesOf, redraw, report, runWordsFor };

/** @typedef {typeof tools} Tools */
