// The script of every page of the folder that is opened from a disk.

import { widgets } from "./disk-widgets.js";
import { faultOnDisk } from "./disk-words.js";
import { start } from "./start.js";
import { words } from "./words.js";

words.fault = faultOnDisk(words.fault, __PAGE_LANG__);
start(widgets);
