// The element as a module.

import { begin } from "./element.js";

export { KlogDemoElement, define } from "./element.js";

begin(import.meta.url);
