// The worker's script: a host of the engine that answers by postMessage.

import { makeGo } from "virtual:wasm-exec";

import { makeHost } from "./host.js";
import { holdLifeline } from "./lifeline.js";

/** @import { WorkerScope } from "./internal.js" */

const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));
const host = makeHost((message, transfer = []) => scope.postMessage(message, transfer), makeGo);

scope.addEventListener("message", ({ data }) => {
  if (data.type === "open" && data.lifeline) {
    holdLifeline(data.lifeline, () => scope.postMessage({ type: "held" }));
  }
  host.receive(data);
});
// A page can't know otherwise that this script was found, let in by its policy, and runs.
scope.postMessage({ type: "up" });
