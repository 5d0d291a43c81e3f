// The engine before it is there: its client is a script of its own, fetched at the first call.

import { klogError, wordsOf } from "../embed/error.js";
import { Patience } from "../embed/patience.js";
import { rejectOn } from "../embed/signals.js";
import { REFUSED, scriptURL, trustIsRefused } from "../embed/trusted.js";

/** @import { Engine, EngineOptions } from "../embed/engine.js" */
/** @import { Method } from "../embed/internal.js" */
/** @import { CallOptions } from "../embed/klog.mjs" */
/** @import { Tools } from "./tools.js" */

/**
 * What the engine is made with; makeHost only where it is not the lessons' program.
 * @typedef {Omit<EngineOptions, "makeHost" | "fetchScript">
 *   & Partial<Pick<EngineOptions, "makeHost">>} Options
 */
/**
 * What the script hands over.
 * @typedef {object} Handed
 * @property {(options: Options) => Engine} makeEngine
 * @property {Tools} tools
 */

/** The event by which the script hands over what it brings. */
export const HANDED = "klog-engine";

/** The event by which a page's things hear that a call begins or has ended. */
export const CALLS = "klog:calls";

/** Stands for the engine, and fetches it when it is called. */
export class LateEngine {
  /**
   * @param {string} url of the script, absolute
   * @param {Options} options
   */
  constructor(url, options) {
    /** @private */
    this.url = url;
    /** @private */
    this.options = options;
    /** @private @type {Promise<Engine> | null} */
    this.coming = null;
    /** @private how often it was fetched in vain */
    this.failed = 0;
    /** @private @type {Engine | null} */
    this.engine = null;
    /** How many calls are under way; the document hears of each change. */
    this.calls = 0;
    /** @type {Tools | null} what came with it; null: it has not come yet */
    this.tools = null;
  }

  get rung() {
    return this.engine?.rung ?? null;
  }

  get reasons() {
    return this.engine?.reasons ?? [];
  }

  /**
   * Calls a function of the engine.
   *
   * Errors: as Engine.call; a KlogError that says what is wrong with the script.
   * @param {Method} method
   * @param {unknown[]} args
   * @param {CallOptions} [call]
   */
  async call(method, args, call = {}) {
    this.count(1);
    try {
      if (!this.engine) {
        call.onPhase?.("loading");
        this.coming ??= this.fetched();
        const { signal } = call;
        this.engine = await (signal ? Promise.race([this.coming, rejectOn(signal)]) : this.coming);
      }
      return await this.engine.call(method, args, call);
    } finally {
      this.count(-1);
    }
  }

  /**
   * @private
   * @param {number} change
   */
  count(change) {
    this.calls += change;
    document.dispatchEvent(new Event(CALLS));
  }

  /** @private */
  async fetched() {
    const { options, failed } = this;
    // Asked for by the same address, it would wait for what stands still, or be what was wrong.
    const url = failed ? `${this.url}?again=${failed}` : this.url;
    const patience = new Patience({ url }, options.stallMs ?? 0);
    try {
      const handed = await Promise.race([script(url), rejectOn(patience.signal)]);
      this.tools = handed.tools;
      return handed.makeEngine(options);
    } catch (error) {
      this.coming = null; // the next call tries anew
      this.failed++;
      throw error;
    } finally {
      patience.end();
    }
  }
}

/**
 * Runs a script and gives what it hands over.
 * @param {string} url
 * @returns {Promise<any>}
 */
export function script(url) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    let isHere = false;
    element.addEventListener(HANDED, (event) => {
      if (!(event instanceof CustomEvent)) return;
      isHere = true;
      resolve(event.detail);
    });
    for (const ended of ["load", "error"]) {
      element.addEventListener(ended, () => {
        element.remove();
        if (!isHere) whyNot(url).then(reject);
      });
    }
    try {
      element.src = scriptURL(url);
    } catch (error) {
      reject(trustIsRefused() ? klogError("policy", wordsOf(error), { url, ...REFUSED }) : error);
      return;
    }
    document.head.append(element);
  });
}

/**
 * What is wrong with a script that handed nothing over.
 * @param {string} url
 */
export async function whyNot(url) {
  const response = await fetch(url, { cache: "reload" }).catch(() => null);
  if (!response) return klogError("network", `${url} cannot be fetched`, { url });
  const { ok, status } = response;
  if (!ok) return klogError("http", `${url} answers with HTTP status ${status}`, { url, status });
  const text = await response.text().catch(() => "");
  if (/^\s*</.test(text)) return klogError("html", `${url} is HTML, not a script`, { url });
  if (text.trim() === "") return klogError("empty", `${url} is empty`, { url, loaded: 0 });
  return klogError("not-wasm", `${url} does not run`, { url });
}
