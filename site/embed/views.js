// What shows and judges the runs of the element: a script of its own, which the element fetches
// when something is run for the first time.

import { withActs } from "./element-late.js";
import { HANDED } from "./handed.js";
import { VIEW_COLOURS, VIEW_DARK, VIEW_LIGHT, tokens } from "./tokens.js";
import { DemoView } from "./view.js";

const detail = withActs({
  styles: tokens(VIEW_COLOURS, VIEW_LIGHT, VIEW_DARK) + __KLOG_STYLES__,
  make: (place) => new DemoView(place, __KLOG_DEMOS__),
});
// Nothing is put on the page's global object: it is handed over where this script stands.
document.currentScript?.dispatchEvent(new CustomEvent(HANDED, { detail }));
