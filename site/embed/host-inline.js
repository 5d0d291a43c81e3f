// The host as it stands inside another script (virtual:host), for a worker made of its text and
// for the page itself: it gets the program compiled, and has nothing in it that fetches.

import { makeGo } from "virtual:wasm-exec";

import { makeHost as hostWith } from "./host.js";
import { serve as serveHost } from "./serve.js";

/** @import { WorkerScope } from "./internal.js" */
/** @import { Post } from "./host.js" */

/** @param {Post} post */
export const makeHost = (post) => hostWith(post, makeGo);

/** @param {WorkerScope} scope */
export const serve = (scope) => serveHost(scope, makeHost);
