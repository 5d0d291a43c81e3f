// The script of a page without a widget.

import { start } from "./start.js";

start({});
