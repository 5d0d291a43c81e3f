// kaen-log's engine as a module: loadKlog gives an object whose functions return promises.
// Nothing is put on the global object.

import { makeGo } from "virtual:wasm-exec";

import { viewOf } from "./bytes.js";
import { callDemo, callExperiment, callInspect, callLine } from "./calls.js";
import { Engine } from "./engine.js";
import { klogError } from "./error.js";
import { readLoad } from "./given.js";
import { makeHost } from "./host.js";
import { throwIfOthers } from "./loader.js";
import { STALL_MS } from "./patience.js";
import { fetchScript } from "./worker-script.js";

/** @import { CallOptions, LoadOptions } from "./klog.mjs" */
/** @import { Program } from "./internal.js" */

/** @type {typeof import("./klog.mjs").loadKlog} */
export async function loadKlog(options = {}) {
  const given = readLoad(options);
  const { worker, timeoutMs = 0, stallMs = STALL_MS, signal, onProgress } = given;
  const inWorker = worker !== false && typeof Worker === "function";
  const workerURL = inWorker ? absolute(worker ?? __KLOG_ASSETS__.worker, "worker") : null;
  const program = await programOf(given);
  const engine = new Engine({
    workerURL, fetchScript, makeHost: (post) => makeHost(post, makeGo), program, timeoutMs, stallMs,
  });
  /** @type {CallOptions} */
  const call = {};
  if (signal) call.signal = signal;
  if (onProgress) call.onProgress = onProgress;
  const version = await engine.start(call).catch((error) => {
    engine.stop(); // it may have started; nobody else could end it
    throw error;
  });
  return {
    version,
    get rung() {
      return engine.rung;
    },
    produceDemo: (flags, how) => callDemo(engine, "produce", flags, how),
    dedupDemo: (flags, how) => callDemo(engine, "dedup", flags, how),
    recoveryDemo: (flags, how) => callDemo(engine, "recovery", flags, how),
    run: (line, how) => callLine(engine, line, how),
    inspect: (bytes, flags, how) => callInspect(engine, bytes, flags, how),
    experiment: (name, options, how) => callExperiment(engine, name, options, how),
    stop: () => engine.stop(),
  };
}

/**
 * @param {LoadOptions} options
 * @returns {Promise<Program>}
 */
async function programOf({ wasm, wasmSize }) {
  const own = wasm === undefined ? __KLOG_ASSETS__ : null;
  const size = wasmSize ?? own?.wasmSize ?? 0;
  const sha256 = own?.wasmSha256;
  const program = { url: null, size, ...sha256 && { sha256 }, module: null, fresh: false };
  const bytesGiven = viewOf(wasm);
  if (bytesGiven) return { ...program, module: await compile(bytesGiven) };
  if (isModule(wasm)) return { ...program, module: wasm };
  const url = absolute(wasm ?? __KLOG_ASSETS__.wasm, "wasm");
  if (!url.startsWith("file:")) return { ...program, url };
  const bytes = await readFile(url);
  if (bytes === null) return { ...program, url };
  if (bytes.length < size) {
    throw klogError("cut-short", `${url} is cut short: ${bytes.length} of ${size} bytes`,
      { url, loaded: bytes.length, total: size });
  }
  await throwIfOthers(new Uint8Array(bytes), program, url);
  return { ...program, module: await compile(bytes) };
}

/**
 * A relative string is relative to the page where there is one, as everywhere on the web; the
 * files' own names are relative to this module.
 * @param {string | URL} where
 * @param {string} option that it was given as
 */
function absolute(where, option) {
  const own = where === __KLOG_ASSETS__.worker || where === __KLOG_ASSETS__.wasm;
  const page = typeof document === "object" ? document.baseURI : import.meta.url;
  try {
    return new URL(where, own ? import.meta.url : page).href;
  } catch {
    throw klogError("usage", `${option} must be the address of a file`, {}, option);
  }
}

/**
 * @param {unknown} wasm
 * @returns {wasm is WebAssembly.Module}
 */
function isModule(wasm) {
  try {
    return wasm instanceof WebAssembly.Module;
  } catch { // a proxy that was revoked
    return false;
  }
}

/** @param {Uint8Array} bytes */
async function compile(bytes) {
  try {
    return await WebAssembly.compile(/** @type {BufferSource} */ (bytes));
  } catch (error) {
    throw klogError("not-wasm", `the program does not compile: ${error}`);
  }
}

/**
 * Node's fetch reads no files, so they are read by its own module; null outside Node.
 * @param {string} url
 */
async function readFile(url) {
  if (typeof process !== "object" || typeof process.getBuiltinModule !== "function") return null;
  try {
    return await process.getBuiltinModule("node:fs/promises").readFile(new URL(url));
  } catch (error) {
    throw klogError("network", `${url} cannot be read: ${error}`, { url });
  }
}
