// The element with all that it would fetch, in one classic script: for pages of a disk, and for
// authors who want to look after one file. What hands itself over comes before the element.

import "./inside-take.js";
import "./packed.js";
import "./views.js";
import "./demo-classic.js";
