// How long loading may stand still: a server that takes a connection and then sends nothing
// gives no error of its own.

import { klogError } from "./error.js";

/** @import { ErrorDetail } from "./klog.mjs" */

/** A phone between two cells is quiet for some seconds; one that is quiet for so long is gone. */
export const STALL_MS = 30_000;
/** A longer delay than this fires at once. */
export const LONGEST_MS = 2 ** 31 - 1;

/** Watches one file come, and gives it up when no byte has come for too long. */
export class Patience {
  /**
   * Waits from now on.
   * @param {ErrorDetail} detail says which file
   * @param {number} stallMs 0: for ever
   * @param {AbortSignal} [signal] also ends the waiting
   */
  constructor(detail, stallMs, signal) {
    /** @private */
    this.detail = detail;
    /** @private */
    this.stallMs = Math.min(stallMs, LONGEST_MS);
    /** @private */
    this.controller = new AbortController();
    /** @private @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @private */
    this.release = () => signal?.removeEventListener("abort", abort);
    const abort = () => this.controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    this.came(0);
  }

  /** What to fetch with; aborted with the reason, or with a KlogError of the code "stalled". */
  get signal() {
    return this.controller.signal;
  }

  /**
   * Begins to wait anew.
   * @param {number} loaded bytes that have come in all
   */
  came(loaded) {
    clearTimeout(this.timer);
    if (this.stallMs <= 0) return;
    this.timer = setTimeout(() => {
      const { detail, stallMs } = this;
      this.controller.abort(klogError("stalled",
        `${detail.url} stands still: after ${loaded} bytes none came for ${stallMs} ms`,
        { ...detail, loaded, limitMs: stallMs }));
    }, this.stallMs);
  }

  /** Everything has come. */
  rest() {
    clearTimeout(this.timer);
    this.stallMs = 0;
  }

  /** Lets go of the caller's signal too. */
  end() {
    this.rest();
    this.release();
  }
}
