// The element as a classic script: for plain pages, from file:// too.

import { begin } from "./element.js";
import { pass } from "./shared.js";

const here = document.currentScript;
if (here instanceof HTMLScriptElement) pass.nonce = here.nonce;
begin(here instanceof HTMLScriptElement && here.src || document.baseURI);
