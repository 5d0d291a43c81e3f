// Fetches the engine's program once and compiles it, and says what is wrong where that fails:
// static hosts send wrong types, a page of HTML for a missing file, or half of one.

import { throwIfForbidden } from "./allowed.js";
import { klogError } from "./error.js";
import { Patience, STALL_MS } from "./patience.js";
import { watchPolicy } from "./policy.js";

/** @import { Program } from "./internal.js" */
/** @import { ErrorDetail, Progress } from "./klog.mjs" */

const TYPE = "application/wasm";
const MAGIC = [0x00, 0x61, 0x73, 0x6d];
/** Enough to know a page of HTML behind white space or a comment's beginning. */
const HEAD_BYTES = 64;

/**
 * @typedef {object} Loading
 * @property {(progress: Progress) => void} [onProgress]
 * @property {AbortSignal} [signal]
 * @property {number} [stallMs] no byte for so long, and loading fails; 0: no limit
 */

/**
 * Gives the compiled program. It is downloaded at most once, whatever happens.
 *
 * Errors: a KlogError whose code says what came instead; the signal's reason.
 * @param {Program} program
 * @param {Loading} [loading]
 * @returns {Promise<WebAssembly.Module>}
 */
export async function loadModule(program, { onProgress, signal, stallMs = STALL_MS } = {}) {
  if (program.module) return program.module;
  const url = String(program.url);
  await throwIfForbidden(url);
  // A browser that checks the bytes itself keeps them to itself until the last has come.
  const limitMs = checksItself(program) ? 10 * stallMs : stallMs;
  const patience = new Patience({ url, total: program.size }, limitMs, signal);
  try {
    return await load(program, url, patience, onProgress);
  } catch (error) {
    patience.signal.throwIfAborted(); // whatever the fetch made of it, this is why it ended
    throw error;
  } finally {
    patience.end();
  }
}

/**
 * @param {Program} program
 * @param {string} url
 * @param {Patience} patience
 * @param {(progress: Progress) => void} [onProgress]
 */
async function load(program, url, patience, onProgress) {
  const response = await request(program, url, patience.signal);
  if (!response.body) throw klogError("empty", `${url} is empty`, { url, loaded: 0 });
  const watched = watch(response.clone(), program.size, patience, onProgress);
  const head = await watched.head;
  const kind = kindOf(head, url, program.size);
  if (kind === "wasm") return compile(response, watched, program, url);
  if (kind === "gzip") {
    response.body.cancel().catch(() => {});
    return compileBytes(await gunzip(await watched.all), program, url);
  }
  response.body.cancel().catch(() => {});
  watched.cancel();
  const { error } = await watched.all;
  if (kind.code === "empty" && error) {
    // What is said to be packed and is not, or in another way, ends before its first byte.
    const code = response.headers.has("content-encoding") ? "not-wasm" : "network";
    throw klogError(code, `${url}: ${textOf(error)}`, { url });
  }
  throw kind;
}

/**
 * @param {Program} program
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function request(program, url, signal) {
  /** @type {Response} */
  let response;
  const policy = watchPolicy(url);
  const integrity = checksItself(program)
    ? `sha256-${base64(bytesOf(program.sha256 ?? ""))}` : ""; // which asks for nothing
  try {
    response = await fetch(url, { signal, cache: program.fresh ? "reload" : "default", integrity });
  } catch (error) {
    signal.throwIfAborted(); // nothing is to be waited for then
    const forbidden = await policy.told();
    const message = `${url} cannot be fetched: ${textOf(error)}`;
    if (forbidden) throw klogError("policy", `${message} (the page's policy)`, forbidden);
    if (integrity) await throwIfThere(url, signal);
    throw klogError("network", message, isOpaque(url) ? { url, opaque: true } : { url });
  } finally {
    policy.end();
  }
  throwIfBad(response, url);
  return response;
}

/**
 * Tells bytes that the browser refused from those that did not come, which it does not.
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function throwIfThere(url, signal) {
  const response = await fetch(url, { method: "HEAD", signal }).catch(() => null);
  signal.throwIfAborted();
  if (!response) return;
  throwIfBad(response, url);
  throw others(url);
}

/**
 * @param {Response} response
 * @param {string} url
 */
function throwIfBad({ ok, status, body }, url) {
  if (ok) return;
  body?.cancel().catch(() => {});
  throw klogError("http", `${url} answers with HTTP status ${status}`, { url, status });
}

/**
 * Says whether the browser has to compare the bytes: only where pages come on https, or from this
 * machine, can a script do that.
 * @param {Program} program
 */
function checksItself({ sha256 }) {
  return !!sha256 && !globalThis.crypto?.subtle;
}

/**
 * Errors: a KlogError "integrity" where bytes are not those of the program.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Program} program
 * @param {string} url
 */
export async function throwIfOthers(bytes, { sha256 }, url) {
  if (!sha256 || !globalThis.crypto?.subtle) return;
  const sum = await crypto.subtle.digest("SHA-256", bytes);
  if (base64(new Uint8Array(sum)) !== base64(bytesOf(sha256))) throw others(url);
}

/** @param {string} url */
function others(url) {
  return klogError("integrity", `${url} is not the program that is wanted: its SHA-256 differs`,
    { url });
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

/** @param {string} hex */
function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/**
 * Says whether this context is of no origin, so that a server may give it nothing: a sandboxed
 * frame, or a file.
 * @param {string} url
 */
function isOpaque(url) {
  return globalThis.origin === "null" || url.startsWith("file:");
}

/**
 * Everything that a response's body was.
 * @typedef {object} Body
 * @property {Uint8Array<ArrayBuffer>[]} chunks
 * @property {number} loaded
 * @property {unknown} error null when the body came to its end
 */

/**
 * Reads a response's body to its end, counts it, and gives its first bytes early.
 * @param {Response} response
 * @param {number} total
 * @param {Patience} patience
 * @param {(progress: Progress) => void} [onProgress]
 */
function watch(response, total, patience, onProgress) {
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
  /** @type {(head: Uint8Array) => void} */
  let gotHead = () => {};
  /** @type {Promise<Uint8Array>} */
  const head = new Promise((resolve) => {
    gotHead = resolve;
  });
  const read = async () => {
    /** @type {Body} */
    const body = { chunks: [], loaded: 0, error: null };
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        body.chunks.push(value);
        body.loaded += value.length;
        patience.came(body.loaded);
        if (body.loaded >= HEAD_BYTES) gotHead(joined(body.chunks, HEAD_BYTES));
        onProgress?.({ loaded: body.loaded, total });
      }
    } catch (error) {
      body.error = error;
    }
    patience.rest(); // to compile takes as long as it takes
    gotHead(joined(body.chunks, HEAD_BYTES));
    return body;
  };
  return { head, all: read(), cancel: () => void reader.cancel().catch(() => {}) };
}

/**
 * Compiles a response that begins like a program. Streaming comes first, from the response
 * as it is where its type is right: only so do browsers keep the compiled code.
 * @param {Response} response
 * @param {ReturnType<typeof watch>} watched
 * @param {Program} program
 * @param {string} url
 */
async function compile(response, watched, program, url) {
  /** @type {WebAssembly.Module | null} */
  let module = null;
  /** @type {unknown} */
  let fault = null;
  try {
    module = await WebAssembly.compileStreaming(typed(response));
  } catch (error) {
    fault = error;
  }
  const body = await watched.all;
  /** @type {ErrorDetail} */
  const detail = { url, loaded: body.loaded, total: program.size };
  if (body.error !== null || body.loaded < program.size) {
    const of = program.size ? ` of ${program.size}` : "";
    throw klogError("cut-short", `${url} is cut short: ${body.loaded}${of} bytes came`, detail);
  }
  const bytes = joined(body.chunks, body.loaded);
  if (!module) return compileBytes(bytes, program, url, fault);
  await throwIfOthers(bytes, program, url);
  return module;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Program} program
 * @param {string} url
 * @param {unknown} [fault] what streaming said
 */
async function compileBytes(bytes, program, url, fault) {
  await throwIfOthers(bytes, program, url);
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    const detail = { url, loaded: bytes.length };
    throw klogError("not-wasm", `${url} does not compile: ${textOf(fault ?? error)}`, detail);
  }
}

/** @param {Response} response */
function typed(response) {
  if (response.headers.get("content-type") === TYPE) return response;
  return new Response(response.body, { headers: { "content-type": TYPE } });
}

/**
 * Unpacks a body that was packed twice, or packed and not said to be.
 * @param {Body} body
 */
async function gunzip(body) {
  const packed = new Blob(body.chunks);
  if (typeof DecompressionStream !== "function") return joined(body.chunks, body.loaded);
  try {
    const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    return joined(body.chunks, body.loaded); // does not compile, and that is what is said
  }
}

/**
 * What a file is that begins so; a KlogError where it is nothing that can be used.
 * @param {Uint8Array} head
 * @param {string} url
 * @param {number} total
 */
function kindOf(head, url, total) {
  const { length } = head;
  if (length === 0) return klogError("empty", `${url} is empty`, { url, loaded: 0, total });
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  if (head.subarray(0, MAGIC.length).every((byte, i) => byte === MAGIC[i])) {
    return length >= MAGIC.length ? "wasm"
      : klogError("cut-short", `${url} is cut short after ${length} bytes`,
        { url, loaded: length, total });
  }
  return /^\s*<[!?a-z]/i.test(new TextDecoder().decode(head))
    ? klogError("html", `${url} is a page of HTML, not the program`, { url })
    : klogError("not-wasm", `${url} is no WebAssembly program`, { url });
}

/**
 * Joins chunks, at most the first `most` bytes of them.
 * @param {Uint8Array<ArrayBuffer>[]} chunks
 * @param {number} most
 */
function joined(chunks, most) {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const bytes = new Uint8Array(Math.min(length, most));
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, bytes.length - at);
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @param {unknown} error */
function textOf(error) {
  return error instanceof Error ? error.message : String(error);
}
