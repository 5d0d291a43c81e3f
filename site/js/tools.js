// What the page needs once something was run, and not before: it comes with the engine's client.

import { linesOf } from "./lines.js";
import { forget, report } from "./report.js";

export const tools = { forget, linesOf, report };

/** @typedef {typeof tools} Tools */
