// The worker's script as a text: fetched to make a blob of it, and to see what was wrong with it
// where its file did not run.

import { isKlogError, klogError, toPlain } from "./error.js";
import { Patience } from "./patience.js";

/** @import { ErrorDetail } from "./klog.mjs" */

/**
 * @typedef {object} Script
 * @property {string} source
 * @property {ErrorDetail} detail where it is; its type, where no browser takes that for a script
 */

/**
 * Fetches the worker's script past the cache: what is in there may be why the first rung broke.
 *
 * Errors: a KlogError that says what came instead; its detail's part is "worker".
 * @param {string} url
 * @param {number} stallMs
 * @param {AbortSignal} [signal]
 * @returns {Promise<Script>}
 */
export async function fetchScript(url, stallMs, signal) {
  /** @type {{ url: string, part: "worker" }} */
  const detail = { url, part: "worker" };
  const patience = new Patience(detail, stallMs, signal);
  try {
    const response = await fetch(url, { signal: patience.signal, cache: "reload" });
    const { status } = response;
    if (!response.ok) {
      response.body?.cancel().catch(() => {});
      throw klogError("http", `${url} answers with HTTP status ${status}`, { ...detail, status });
    }
    const source = await read(response, patience);
    if (/^\s*$/.test(source)) throw klogError("empty", `${url} is empty`, { ...detail, loaded: 0 });
    if (/^\s*</.test(source)) throw klogError("html", `${url} is HTML, not a script`, detail);
    const type = response.headers.get("content-type") ?? "";
    return { source, detail: isScript(type) ? { url } : { url, type } };
  } catch (error) {
    patience.signal.throwIfAborted();
    if (isKlogError(error)) throw error;
    throw klogError("network", `${url} cannot be fetched: ${toPlain(error).message}`, detail);
  } finally {
    patience.end();
  }
}

/**
 * @param {Response} response
 * @param {Patience} patience
 */
async function read(response, patience) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let [text, loaded] = ["", 0];
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    loaded += value.length;
    patience.came(loaded);
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Says whether a browser takes a file of that type for a script; no type at all may do.
 * @param {string} type
 */
function isScript(type) {
  return type === "" || /^\s*(text|application)\/(x-)?(java|ecma)script\b/i.test(type);
}
