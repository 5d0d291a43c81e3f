// What makes a worker of a host: it answers by postMessage.

import { holdLifeline, lifelineName } from "./lifeline.js";

/** @import { WorkerScope } from "./internal.js" */
/** @import { Host, Post } from "./host.js" */

/**
 * Serves a host in a worker's scope.
 * @param {WorkerScope} scope
 * @param {(post: Post) => Host} makeHost
 */
export function serve(scope, makeHost) {
  const host = makeHost((message, transfer = []) => scope.postMessage(message, transfer));
  scope.addEventListener("message", ({ data }) => host.receive(data));
  // A page can't know otherwise that this script was found, let in by its policy, and runs. With
  // this it begins to watch, so that from then on no death goes unnoticed.
  const lifeline = lifelineName();
  holdLifeline(lifeline).then((isHeld) =>
    scope.postMessage(isHeld ? { type: "up", lifeline } : { type: "up" }));
}
