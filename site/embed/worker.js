// The worker's script: a host of the engine that fetches the program itself. A worker's file may
// have another policy than its page, or none.

import { makeGo } from "virtual:wasm-exec";

import { makeHost } from "./host.js";
import { loadModule } from "./loader.js";
import { serve } from "./serve.js";

/** @import { WorkerScope } from "./internal.js" */

serve(/** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis)),
  (post) => makeHost(post, makeGo, loadModule));
