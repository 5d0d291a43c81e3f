// The edge: one worker on Cloudflare that answers for the demos' API and for the site's files.
// Requests to the API go to a Go program (wasm/edge), a new instance for each, but for those whose
// answer is known without one.

import { answerFile } from "./files.js";
import { keptAnswer } from "./kept.js";
import { pathOf } from "./path.js";
import { run } from "./program.js";

/** @import { Env } from "./ambient.js" */

/** The API's paths; all others are the site's. */
const API = /^\/(v1(\/|$)|openapi\.json$)/;

/** What of a body is read: one byte more than the program takes, so that it can say so. */
const MOST = __KLOG_EDGE__.maxBody + 1;

export default {
  /**
   * @param {Request} request
   * @param {Env} env
   */
  async fetch(request, env) {
    const url = new URL(request.url);
    const path = pathOf(url);
    if (!API.test(path ?? url.pathname)) return answerFile(request, url, env.ASSETS);
    if (path === null) { // the glue could make no request of it, and its instance would stay
      return problem(request, 400, "Bad Request", "not-found", "the path can't be read");
    }
    return keptAnswer(request, url, __KLOG_EDGE__) ?? ask(request, path);
  },
};

/**
 * Has the program answer.
 * @param {Request} request
 * @param {string} path
 */
async function ask(request, path) {
  let body;
  try {
    body = await bodyOf(request, path);
  } catch {
    return problem(request, 400, "Bad Request", "body", "the body did not arrive whole", "bytes");
  }
  const headers = new Headers(request.headers);
  headers.delete("if-none-match"); // it was no match, and with 304 an instance would not end
  const isHead = request.method === "HEAD";
  // The program gets the body apart from the request: what is read here is limited.
  const asked = new Request(request.url, { method: isHead ? "GET" : request.method, headers });
  try {
    const { status, headers, bytes } = await run(asked, body, __KLOG_EDGE__.build);
    return new Response(isHead || bytes.byteLength === 0 ? null : bytes, { status, headers });
  } catch (error) {
    console.error("klog:", error instanceof Error ? error.message : error);
    return problem(request, 500, "Internal Server Error", "panic",
      "klog broke; the next request works");
  }
}

/**
 * As much of a body as the program looks at. A body that is too large by its own word, or that
 * nobody asked for, is not read.
 * @param {Request} request
 * @param {string} path
 */
async function bodyOf(request, path) {
  const { body } = request;
  if (!body) return undefined;
  if (request.method !== "POST" || path !== "/v1/inspect"
    || Number(request.headers.get("content-length")) >= MOST) {
    await body.cancel();
    return undefined;
  }
  const bytes = new Uint8Array(MOST);
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, size);
    bytes.set(value.subarray(0, MOST - size), size);
    size = Math.min(MOST, size + value.byteLength);
    if (size < MOST) continue;
    await reader.cancel();
    return bytes;
  }
}

/**
 * A problem as the program would send it, for when there is none to send it.
 * @param {Request} request
 * @param {number} status
 * @param {string} title
 * @param {string} reason
 * @param {string} detail
 * @param {string} [field]
 */
function problem(request, status, title, reason, detail, field) {
  const text = JSON.stringify({ type: "about:blank", title, status, reason, field, detail });
  const shared = request.method === "POST" ? {} : { "access-control-allow-origin": "*" };
  return new Response(request.method === "HEAD" ? null : `${text}\n`, { status, headers: {
    "content-type": "application/problem+json", "cache-control": "no-store",
    "x-content-type-options": "nosniff", ...shared } });
}
