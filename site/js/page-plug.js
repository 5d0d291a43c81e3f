// The script of a page where the plug can be pulled.

import { Plug } from "./plug.js";
import { start } from "./start.js";

start({ plug: Plug });
