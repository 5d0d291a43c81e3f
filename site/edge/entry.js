// The edge: one worker on Cloudflare that answers for the demos' API and for the site's files.

import { MOST, answer, isOfAPI, takesBody } from "./answer.js";
import { answerFile } from "./files.js";
import { pathOf } from "./path.js";

/** @import { Env } from "./ambient.js" */

export default {
  /**
   * @param {Request} request
   * @param {Env} env
   */
  async fetch(request, env) {
    const url = new URL(request.url);
    const path = pathOf(url);
    if (!isOfAPI(path ?? url.pathname)) return answerFile(request, url, env.ASSETS);
    return answer(request, url, path, () => bodyOf(request, path));
  },
};

/**
 * As much of a body as the program looks at. A body that is too large by its own word, or that
 * nobody asked for, is not read.
 * @param {Request} request
 * @param {string | null} path
 */
async function bodyOf(request, path) {
  const { body } = request;
  if (!body) return undefined;
  if (!takesBody(request, path) || Number(request.headers.get("content-length")) >= MOST) {
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
