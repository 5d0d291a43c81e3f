// The engine's client, and what tells of its runs: the page's script fetches it when something is
// run for the first time; whoever only reads never needs it.

import { makeGo } from "virtual:wasm-exec";

import { Engine } from "../embed/engine.js";
import { makeHost } from "../embed/host.js";
import { fetchScript } from "../embed/worker-script.js";
import { HANDED } from "./late.js";
import { tools } from "./tools.js";

/** @import { Handed } from "./late.js" */

/** @type {Handed} */
const detail = {
  makeEngine: (options) => new Engine({
    fetchScript, makeHost: (post) => makeHost(post, makeGo), ...options,
  }),
  tools,
};
// Nothing is put on the page's global object: it is handed over where this script stands.
document.currentScript?.dispatchEvent(new CustomEvent(HANDED, { detail }));
