// What the elements of a page share: one engine with one worker, one script of views. They are
// fetched when they are first asked for, and never again.

import { klogError, wordsOf } from "./error.js";
import { HANDED } from "./handed.js";
import { makeEngine } from "./inline.js";
import { inside } from "./inside.js";
import { Patience, STALL_MS } from "./patience.js";
import { EVENT_MS, lackOf } from "./policy.js";
import { rejectOn } from "./signals.js";
import { REFUSED, scriptURL, trustIsRefused } from "./trusted.js";

/** @import { Packed } from "./internal.js" */
/** @import { CallOptions } from "./klog.mjs" */
/** @import { Views } from "./views.js" */

const files = __KLOG_FILES__;

/** @type {Map<string, Shared>} by where the files are */
const all = new Map();

/**
 * What elements share whose files are at the same place.
 * @param {string} base absolute, with a final slash
 * @param {string | null} workerURL absolute; null: the worker's file is with the others
 */
export function sharedAt(base, workerURL) {
  const key = `${base} ${workerURL}`;
  const shared = all.get(key) ?? new Shared(base, workerURL);
  all.set(key, shared);
  return shared;
}

export class Shared {
  /**
   * @param {string} base
   * @param {string | null} workerURL
   */
  constructor(base, workerURL) {
    const { worker, views, viewsIntegrity, packed, packedIntegrity } = files;
    const isOpaque = globalThis.origin === "null" || location.protocol === "file:";
    // A page of no origin may read nothing of its own server's, and so can't check it; but what
    // comes from there is as good as the page itself.
    const isOwn = isOpaque && new URL(base).origin === new URL(location.href).origin;
    const seal = (/** @type {string} */ integrity) => isOwn ? "" : integrity;
    /** @type {() => Promise<Views>} */
    this.getViews = late(base, views, seal(viewsIntegrity), inside.views);
    /** @type {() => Promise<Packed>} */
    const getPacked = late(base, packed, seal(packedIntegrity), inside.packed);
    this.engine = makeEngine({
      files, base, workerURL: workerURL ?? (worker && new URL(worker, base).href || null),
      ...(isOpaque || inside.packed) && { getModule: async () => (await getPacked()).program() },
    });
    /** @private @type {Set<object>} the elements in the page that use it */
    this.users = new Set();
    /** @private */
    this.version = "";
  }

  /** @param {object} user */
  join(user) {
    this.users.add(user);
  }

  /**
   * The last one ends the worker.
   * @param {object} user
   */
  leave(user) {
    if (this.users.delete(user) && this.users.size === 0) this.engine.stop();
  }

  /**
   * Starts the engine unless it runs, and gives its version.
   *
   * Errors: as Engine.start.
   * @param {CallOptions} call
   */
  async start(call) {
    if (this.engine.rung === null) this.version = await this.engine.start(call);
    return this.version;
  }
}

/**
 * Gives what a script hands over, which is fetched at the first call; after a failure the next
 * call tries anew.
 * @template T
 * @param {string} base
 * @param {string} name
 * @param {string} integrity "": it is not checked
 * @param {T | null} here it is here already
 * @returns {() => Promise<T>}
 */
function late(base, name, integrity, here) {
  /** @type {Promise<T> | null} */
  let coming = here && Promise.resolve(here);
  let failed = 0;
  return () => {
    // Asked for by the same address, it would wait for what stands still, or be what was wrong.
    const { href } = new URL(failed ? `${name}?again=${failed}` : name, base);
    return coming ??= brought(href, integrity).catch((error) => {
      coming = null;
      failed++;
      throw error;
    });
  };
}

/**
 * @param {string} url
 * @param {string} integrity
 * @returns {Promise<any>}
 */
async function brought(url, integrity) {
  const patience = new Patience({ url }, STALL_MS);
  const listening = new AbortController();
  try {
    return await Promise.race([handed(url, integrity, listening.signal),
      rejectOn(patience.signal)]);
  } finally {
    listening.abort();
    patience.end();
  }
}

/**
 * Runs a script and gives what it hands over.
 *
 * Errors: a KlogError that says what is wrong with it.
 * @param {string} url
 * @param {string} integrity
 * @param {AbortSignal} signal ends the listening
 */
function handed(url, integrity, signal) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    let isHere = false;
    const on = (/** @type {EventTarget} */ target, /** @type {string} */ name,
      /** @type {(event: any) => void} */ act) => target.addEventListener(name, act, { signal });
    on(script, HANDED, ({ detail }) => {
      isHere = true;
      resolve(detail);
    });
    on(document, "securitypolicyviolation", ({ disposition, effectiveDirective, blockedURI }) => {
      if (disposition !== "report" && /^script/.test(effectiveDirective)
        && url.startsWith(blockedURI)) {
        reject(klogError("policy", `the page's policy forbids ${url}`, lackOf("script-src", url)));
      }
    });
    for (const ended of ["load", "error"]) {
      script.addEventListener(ended, () => {
        script.remove();
        if (!isHere) setTimeout(() => whyNot(url, integrity).then(reject), EVENT_MS);
      });
    }
    if (integrity) {
      script.crossOrigin = "anonymous";
      script.integrity = integrity;
    }
    try {
      script.src = scriptURL(url);
    } catch (error) {
      reject(trustIsRefused() ? klogError("policy", wordsOf(error), { url, ...REFUSED }) : error);
      return;
    }
    document.head.append(script);
  });
}

/**
 * What is wrong with a script that handed nothing over.
 * @param {string} url
 * @param {string} integrity
 */
async function whyNot(url, integrity) {
  const response = await fetch(url, { cache: "reload" }).catch(() => null);
  if (!response) return klogError("network", `${url} cannot be fetched`, { url });
  const { ok, status } = response;
  if (!ok) return klogError("http", `${url} answers with HTTP status ${status}`, { url, status });
  const text = await response.text().catch(() => "");
  const code = /^\s*</.test(text) ? "html" : text.trim() === "" ? "empty"
    : integrity ? "integrity" : "not-wasm";
  return klogError(code, `${url} is not what it should be: ${code}`, { url });
}
