// fetch for the demos' API, in the page: a worker runs the program that answers at the edge, and
// nothing leaves the browser. The worker and its program come with the first request.

import { klogError, toPlain } from "../embed/error.js";
import { LateEngine } from "./late.js";

/** @import { CallOptions } from "../embed/klog.mjs" */
/** @import { Post } from "../embed/host.js" */
/** @import { Options } from "./late.js" */

/** What a path belongs to. The API looks at no host, and nothing is sent to this one. */
const ROOT = "https://localhost/";

/**
 * @callback Fetch the platform's, for the API's paths
 * @param {RequestInfo | URL} input a path such as "/v1/demos", or a Request for one; what it says
 *   of an origin does not matter
 * @param {RequestInit} [init]
 * @param {CallOptions} [call] what to hear of it on its way
 * @returns {Promise<Response>} rejects with the signal's reason, or with a KlogError where the
 *   program can't be had or does not run
 */

/**
 * Makes the engine that answers.
 * @param {string} engineURL of the engine's script, absolute
 * @param {Omit<Options, "makeHost">} options
 */
export function apiEngine(engineURL, options) {
  return new LateEngine(engineURL, { ...options, makeHost: notHere });
}

/**
 * The API runs in a worker or not at all: the library's glue takes the global object for its own.
 * @param {Post} post
 */
function notHere(post) {
  const error = klogError("worker-failed", "the API runs in no worker here");
  return { receive: () => post({ type: "shut", error: toPlain(error) }), close() {} };
}

/**
 * A request to the API, as the platform's fetch takes it.
 *
 * Throws a TypeError where there can be no such request.
 * @param {RequestInfo | URL} input
 * @param {RequestInit} [init]
 */
export function requestOf(input, init) {
  return new Request(input instanceof Request ? input : new URL(input, ROOT), init);
}

/**
 * Makes a fetch that an engine answers.
 * @param {LateEngine} engine
 * @param {number} most bytes of a body that the API looks at
 * @returns {Fetch}
 */
export function fetchOf(engine, most) {
  return async (input, init, call = {}) => {
    const request = requestOf(input, init);
    const { method, signal } = request;
    const { pathname, search } = new URL(request.url);
    const hasBody = method !== "GET" && method !== "HEAD";
    const body = hasBody ? new Uint8Array(await request.arrayBuffer()).slice(0, most) : null;
    const asked = { method, target: pathname + search, headers: [...request.headers], body };
    const { json, bytes } = await engine.call("fetch", [asked], { signal, ...call });
    const { status, headers } = JSON.parse(/** @type {string} */ (json));
    const isEmpty = method === "HEAD" || [204, 205, 304].includes(status);
    return new Response(isEmpty ? null : /** @type {BodyInit} */ (bytes), { status, headers });
  };
}
