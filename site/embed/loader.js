// Fetches the engine's program once and compiles it, and says what is wrong where that fails:
// static hosts send wrong types, a page of HTML for a missing file, or half of one.

import { throwIfForbidden } from "./allowed.js";
import { klogError } from "./error.js";
import { Patience, STALL_MS } from "./patience.js";
import { watchPolicy } from "./policy.js";
import { receive } from "./received.js";

/** @import { Program } from "./internal.js" */
/** @import { ErrorDetail, Progress } from "./klog.mjs" */

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
  let kind = "";
  const { bytes, error } = await receive(response.body, {
    expected: program.size, patience, onProgress, headBytes: HEAD_BYTES,
    onHead(head) {
      kind = kindOf(head, url);
    },
  });
  if (kind === "empty") {
    // What is said to be packed and is not, or in another way, ends before its first byte.
    const detail = { url, loaded: 0, total: program.size };
    if (!error) throw klogError("empty", `${url} is empty`, detail);
    const code = response.headers.has("content-encoding") ? "not-wasm" : "network";
    throw klogError(code, `${url}: ${textOf(error)}`, { url });
  }
  if (kind === "gzip") return compile(await gunzip(bytes), program, url);
  if (error || bytes.length < Math.max(program.size, MAGIC.length)) {
    const of = program.size ? ` of ${program.size}` : "";
    throw klogError("cut-short", `${url} is cut short: ${bytes.length}${of} bytes came`,
      { url, loaded: bytes.length, total: program.size });
  }
  return compile(bytes, program, url);
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
 * Compiles the program while its sum is made. The whole, and not what comes as it comes: browsers
 * compile a function when it is called first, and two readers of one body take longer than that.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {Program} program
 * @param {string} url
 */
async function compile(bytes, program, url) {
  const compiling = WebAssembly.compile(bytes);
  compiling.catch(() => {}); // other bytes than those wanted are told first
  await throwIfOthers(bytes, program, url);
  try {
    return await compiling;
  } catch (error) {
    const detail = { url, loaded: bytes.length };
    throw klogError("not-wasm", `${url} does not compile: ${textOf(error)}`, detail);
  }
}

/**
 * Unpacks a body that was packed twice, or packed and not said to be.
 * @param {Uint8Array<ArrayBuffer>} packed
 */
async function gunzip(packed) {
  if (typeof DecompressionStream !== "function") return packed;
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    return packed; // does not compile, and that is what is said
  }
}

/**
 * What a file is that begins so: a program, one that is packed, or nothing at all.
 *
 * Throws a KlogError where it is something else.
 * @param {Uint8Array} head
 * @param {string} url
 */
function kindOf(head, url) {
  const { length } = head;
  if (length === 0) return "empty";
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  if (head.subarray(0, MAGIC.length).every((byte, i) => byte === MAGIC[i])) return "wasm";
  throw /^\s*<[!?a-z]/i.test(new TextDecoder().decode(head))
    ? klogError("html", `${url} is a page of HTML, not the program`, { url })
    : klogError("not-wasm", `${url} is no WebAssembly program`, { url });
}

/** @param {unknown} error */
function textOf(error) {
  return error instanceof Error ? error.message : String(error);
}
