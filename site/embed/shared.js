// What the elements of a page share: one engine with one worker, and the scripts that they fetch,
// each when it is first asked for and never again. The worker's source is in here, so that the
// integrity of the element's script covers it; the engine's client comes with the views.

import { hostOf } from "virtual:host";

import { klogError } from "./error.js";
import { HANDED } from "./handed.js";
import { inside } from "./inside.js";
import { Patience, STALL_MS } from "./patience.js";
import { EVENT_MS, lackOf } from "./policy.js";
import { rejectOn } from "./signals.js";
import { REFUSED, scriptURL, trustIsRefused } from "./trusted.js";

/** @import { Late } from "./element-late.js" */
/** @import { Engine } from "./engine.js" */
/** @import { Packed } from "./internal.js" */
/** @import { ErrorCode, ErrorDetail } from "./klog.mjs" */

const files = __KLOG_FILES__;

/** What the element's script was let in by, where its page's policy asks for that. */
export const pass = { nonce: "" };

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
    this.base = base;
    this.workerURL = workerURL;
    /** No origin: of a disk, or in a sandboxed frame. What is here is read from scripts alone. */
    this.isOpaque = globalThis.origin === "null" || location.protocol === "file:";
    // Such a page may read nothing of its own server's, and so can't check it; but what comes from
    // there is as good as the page itself.
    const isSealed = !this.isOpaque || new URL(base).origin !== new URL(location.href).origin;
    /** @type {() => Promise<Late>} */
    this.getLate = late(base, files.views, isSealed && files.viewsIntegrity, inside.views);
    /** @type {() => Promise<Packed>} */
    this.getPacked = late(base, files.packed, isSealed && files.packedIntegrity, inside.packed);
    /** @type {Engine | null} the first run makes it */
    this.engine = null;
    /** @type {Set<object>} the elements in the page that use it */
    this.users = new Set();
  }

  /** What an engine is made of, but for what comes with the views. */
  get parts() {
    return { hostOf, files, hasProgram: inside.packed !== null };
  }

  /**
   * The last one ends the worker.
   * @param {object} user
   */
  leave(user) {
    if (this.users.delete(user) && !this.users.size) this.engine?.stop();
  }
}

/**
 * Gives what a script hands over, which is fetched at the first call; after a failure the next
 * call tries anew.
 * @template T
 * @param {string} base
 * @param {string} name
 * @param {string | false} integrity none: it is not checked
 * @param {any} here it is here already
 * @returns {() => Promise<T>}
 */
function late(base, name, integrity, here) {
  /** @type {Promise<T> | null} */
  let coming = here && Promise.resolve(here);
  let failed = 0;
  // Asked for by the same address, it would wait for what stands still, or be what was wrong.
  return () => coming ??= bring(new URL(failed ? `${name}?again=${failed}` : name, base).href,
    integrity).catch((error) => {
    coming = null;
    failed++;
    throw error;
  });
}

/**
 * Runs a script and gives what it hands over.
 *
 * Errors: a KlogError that says what is wrong with it.
 * @param {string} url
 * @param {string | false} integrity
 * @returns {Promise<any>}
 */
async function bring(url, integrity) {
  const fault = (/** @type {ErrorCode} */ code, /** @type {ErrorDetail} */ detail = {}) =>
    klogError(code, `${url}: ${code}`, { url, ...detail });
  const patience = new Patience({ url }, STALL_MS);
  const script = document.createElement("script");
  /** @type {(event: SecurityPolicyViolationEvent) => void} */
  let forbid = () => {};
  try {
    return await Promise.race([rejectOn(patience.signal), new Promise((resolve, reject) => {
      forbid = ({ disposition, effectiveDirective, blockedURI }) => {
        if (disposition !== "report" && /^script/.test(effectiveDirective)
          && url.startsWith(blockedURI)) reject(fault("policy", lackOf("script-src", url)));
      };
      document.addEventListener("securitypolicyviolation", forbid);
      script.addEventListener(HANDED, (event) => resolve(Reflect.get(event, "detail")));
      script.onload = () => reject(fault("not-wasm"));
      script.onerror = () => setTimeout(async () => { // why is told a moment later, or by nobody
        const response = await fetch(url, { cache: "reload" }).catch(() => null);
        reject(!response ? fault("network") : response.ok ? fault("integrity")
          : fault("http", { status: response.status }));
      }, EVENT_MS);
      if (integrity) {
        script.crossOrigin = "anonymous";
        script.integrity = integrity;
      }
      script.nonce = pass.nonce;
      script.src = scriptURL(url, integrity || "");
      document.head.append(script);
    })]);
  } catch (error) {
    throw trustIsRefused() && !script.src ? fault("policy", REFUSED) : error;
  } finally {
    document.removeEventListener("securitypolicyviolation", forbid);
    script.remove();
    patience.end();
  }
}
