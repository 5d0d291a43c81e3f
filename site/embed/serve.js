// What makes a worker of a host: it answers by postMessage.

import { holdLifeline } from "./lifeline.js";

/** @import { WorkerScope } from "./internal.js" */
/** @import { Host, Post } from "./host.js" */

/**
 * Serves a host in a worker's scope.
 * @param {WorkerScope} scope
 * @param {(post: Post) => Host} makeHost
 */
export function serve(scope, makeHost) {
  const host = makeHost((message, transfer = []) => scope.postMessage(message, transfer));
  scope.addEventListener("message", ({ data }) => {
    if (data.type === "open" && data.lifeline) {
      holdLifeline(data.lifeline, () => scope.postMessage({ type: "held" }));
    }
    host.receive(data);
  });
  // A page can't know otherwise that this script was found, let in by its policy, and runs.
  scope.postMessage({ type: "up" });
}
