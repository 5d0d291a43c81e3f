// Takes what the scripts behind it in the one-file build hand over: each does so on the script
// element that it runs in, which is the same for all of them.

import { HANDED } from "./handed.js";
import { inside } from "./inside.js";

document.currentScript?.addEventListener(HANDED, (event) => {
  if (!(event instanceof CustomEvent)) return;
  if ("make" in event.detail) inside.views = event.detail;
  else inside.packed = event.detail;
});
