// The program as a text in a script, for a page that can load scripts and nothing else: one of a
// disk, or in a sandboxed frame of a server that lets nobody read its files.

import { HANDED } from "./handed.js";
import { compilePacked } from "./unpack.js";

/** @import { Packed } from "./internal.js" */

const here = document.currentScript;
const url = here instanceof HTMLScriptElement ? here.src : "";

/** @type {Packed} */
const detail = { program: () => compilePacked(__KLOG_PACKED__.program, url) };
here?.dispatchEvent(new CustomEvent(HANDED, { detail }));
