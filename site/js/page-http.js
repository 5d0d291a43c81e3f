// The script of a page that asks the demos' API.

import { Ask } from "./http.js";
import { start } from "./start.js";

start({ http: Ask });
