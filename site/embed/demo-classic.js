// The element as a classic script: for plain pages, from file:// too.

import { begin } from "./element.js";

const here = document.currentScript;
begin(here instanceof HTMLScriptElement && here.src || document.baseURI);
