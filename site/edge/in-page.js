// The API in a worker of a page: the program that answers at the edge, under the library's runtime
// for browsers. The page's engine (site/embed/engine.js) starts this worker, has it load the
// program and calls its one function, "fetch".

import { makeHostFor } from "../embed/host.js";
import { loadModule } from "../embed/loader.js";
import { serve } from "../embed/serve.js";
import { MOST, answer, takesBody } from "./answer.js";
import { pathOf } from "./path.js";

/** @import { WorkerScope } from "../embed/internal.js" */
/** @import { Runtime } from "../embed/runtime.js" */
/** @import { Asked } from "./ambient.js" */

/** Nothing is sent there: an address has to have a host, and the API looks at none. */
const HOST = "http://localhost";

/**
 * The program behind the glue, which asks for it under this name.
 * @param {WebAssembly.Module} module
 * @returns {Runtime}
 */
function makeRuntime(module) {
  globalThis.klogProgram = module;
  return {
    start: async () => __KLOG_EDGE__.build,
    call: async (_method, [asked]) => answered(/** @type {Asked} */ (asked)),
    stop() {}, // an instance ends with its answer
  };
}

/** @param {Asked} asked */
async function answered({ method, target, headers, body }) {
  const url = new URL(HOST + target);
  const path = pathOf(url);
  const request = new Request(url, { method, headers });
  const response = await answer(request, url, path,
    async () => body && takesBody(request, path) ? body.subarray(0, MOST) : undefined);
  const { status } = response;
  return {
    json: JSON.stringify({ status, headers: [...response.headers] }),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

serve(/** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis)),
  (post) => makeHostFor(post, makeRuntime, loadModule));
