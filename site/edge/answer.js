// The API's answers, at the edge and in a worker of a page: each from a new instance of a Go
// program (wasm/edge), but for those that are known without one.

import { keptAnswer } from "./kept.js";
import { run } from "./program.js";

/** What of a body is read: one byte more than the program takes, so that it can say so. */
export const MOST = __KLOG_EDGE__.maxBody + 1;

/**
 * Says whether a path is the API's: at the edge all others are the site's.
 * @param {string} path
 */
export const isOfAPI = (path) => /^\/(v1(\/|$)|openapi\.json$)/.test(path);

/**
 * Says whether the program looks at a request's body.
 * @param {Request} request
 * @param {string | null} path
 */
export const takesBody = ({ method }, path) => method === "POST" && path === "/v1/inspect";

/**
 * Answers a request.
 * @param {Request} request
 * @param {URL} url the request's
 * @param {string | null} path the URL's, as pathOf gives it
 * @param {() => Promise<Uint8Array | undefined>} readBody rejects where it did not come whole
 * @returns {Promise<Response>}
 */
export async function answer(request, url, path, readBody) {
  if (path === null) { // the glue could make no request of it, and its instance would stay
    return problem(request, 400, "Bad Request", "not-found", "the path can't be read");
  }
  return keptAnswer(request, url, __KLOG_EDGE__) ?? ask(request, readBody);
}

/**
 * Has the program answer.
 * @param {Request} request
 * @param {() => Promise<Uint8Array | undefined>} readBody
 */
async function ask(request, readBody) {
  let body;
  try {
    body = await readBody();
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
