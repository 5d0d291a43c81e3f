// Saves the course in this browser, so that it opens and runs without a network. The page fetches
// this script when its reader asks for that, or has done so before.

import { HANDED } from "./late.js";
import { Saver } from "./offline-saver.js";

/** @import { TakeOver } from "./late-button.js" */

/** @type {TakeOver} */
const detail = (button, said, { engine }) => new Saver(button, said, engine);
document.currentScript?.dispatchEvent(new CustomEvent(HANDED, { detail }));
