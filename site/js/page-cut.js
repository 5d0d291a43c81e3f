// The script of a page where a log can be cut.

import { Cut } from "./cut.js";
import { Cuts } from "./cuts.js";
import { start } from "./start.js";

start({ cut: Cut, cuts: Cuts });
