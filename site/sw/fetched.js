// Fetches one file of the build and holds it against the build's list.

/** @import { Fault } from "./scope.js" */

/** A server that has sent nothing for so long is gone. */
const STALL_MS = 30_000;

/** An error that says in its fault what is wrong. */
export class NotSaved extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** Headers that say how a file came, not what it is; the browser has undone that. */
const OF_THE_WAY = ["age", "connection", "content-encoding", "content-length", "date", "etag",
  "expires", "keep-alive", "last-modified", "transfer-encoding", "vary"];

/** What browsers want of the files that they are strict about, whatever a host calls them. */
const TYPES = /** @type {Record<string, string>} */ ({
  css: "text/css; charset=utf-8", html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8", mjs: "text/javascript; charset=utf-8",
  wasm: "application/wasm",
});

/**
 * Gives the file as it is to be kept: the very bytes of the build, under the policy that the
 * host sends it with. One that is something else is asked for once more, past every cache.
 *
 * Errors: NotSaved; the signal's reason.
 * @param {[path: string, size: number, sha256: string]} file
 * @param {string} url
 * @param {AbortSignal} signal
 * @param {(loaded: number) => void} onProgress bytes of this file so far
 */
export async function fetched([path, size, sha256], url, signal, onProgress) {
  // A name with a hash stands for its bytes: what the browser has of it will do.
  const first = path.startsWith("assets/") ? "default" : "no-cache";
  /** @type {Uint8Array<ArrayBuffer>} */
  let bytes = new Uint8Array();
  for (const cache of /** @type {const} */ ([first, "reload"])) {
    const { body, headers, status, ok } = await read(path, size, url, cache, signal, onProgress);
    if (ok && await digest(body) === sha256) return kept(path, body, headers);
    if (!ok && cache === "reload") throw new NotSaved({ code: "http", path, status });
    bytes = body;
  }
  throw new NotSaved(mistaken(path, size, bytes));
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function digest(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} path
 * @param {Uint8Array<ArrayBuffer>} body
 * @param {Headers} sent
 */
function kept(path, body, sent) {
  const headers = new Headers(sent);
  for (const name of OF_THE_WAY) headers.delete(name);
  const type = TYPES[path.replace(/^.*\./, "")];
  if (type) headers.set("content-type", type);
  return new Response(body, { headers });
}

/**
 * @param {string} path
 * @param {number} size
 * @param {string} url
 * @param {RequestCache} cache
 * @param {AbortSignal} signal
 * @param {(loaded: number) => void} onProgress
 */
async function read(path, size, url, cache, signal, onProgress) {
  const patience = new AbortController();
  const end = () => patience.abort();
  signal.addEventListener("abort", end);
  let timer = setTimeout(end, STALL_MS);
  let loaded = 0;
  try {
    const response = await fetch(url, { cache, signal: patience.signal });
    const { headers, ok, status } = response;
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const chunks = [];
    const reader = response.body?.getReader();
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(timer);
      timer = setTimeout(end, STALL_MS);
      chunks.push(value);
      loaded += value.length;
      onProgress(Math.min(loaded, size));
    }
    return { headers, ok, status, body: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
  } catch {
    signal.throwIfAborted();
    if (patience.signal.aborted) throw new NotSaved({ code: "stalled", path });
    throw new NotSaved(loaded > 0 ? { code: "cut-short", path, loaded, total: size }
      : { code: "network", path });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/**
 * What came in the file's place.
 * @param {string} path
 * @param {number} size
 * @param {Uint8Array} bytes
 * @returns {Fault}
 */
function mistaken(path, size, bytes) {
  if (bytes.length === 0) return { code: "empty", path };
  const head = new TextDecoder().decode(bytes.subarray(0, 64));
  if (/^\s*</.test(head) && !/\.(html|svg|xml)$/.test(path)) return { code: "html", path };
  if (bytes.length < size) {
    return { code: "cut-short", path, loaded: bytes.length, total: size };
  }
  return { code: "changed", path };
}
