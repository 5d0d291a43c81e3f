// The script of a page where arrows can be lost.

import { Lose } from "./lose.js";
import { start } from "./start.js";

start({ lose: Lose });
