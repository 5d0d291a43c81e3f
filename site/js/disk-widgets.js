// All widgets: pages of a disk have one script, whatever is on them.

import { Cut } from "./cut.js";
import { Cuts } from "./cuts.js";
import { Lose } from "./lose.js";
import { Plug } from "./plug.js";

export const widgets = { cut: Cut, cuts: Cuts, lose: Lose, plug: Plug };
