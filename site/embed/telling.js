// Tells a caller how a call goes.

import { guarded } from "./given.js";

/** @import { CallOptions, Phase, Progress } from "./klog.mjs" */

/**
 * The callbacks of one call. One that throws ends that call and nothing else: what it threw is
 * kept until the engine can be left as it is, and none is called again.
 */
export class Telling {
  /** @param {CallOptions} call */
  constructor({ onPhase, onProgress }) {
    /** @private */
    this.onPhase = onPhase;
    /** @private */
    this.onProgress = onProgress;
    /** @private @type {{ error: unknown } | null} */
    this.fault = null;
  }

  /** Somebody wants to know how loading goes. */
  get hasProgress() {
    return this.onProgress !== undefined;
  }

  /**
   * Errors: a KlogError of code "usage" when the callback threw.
   * @param {Phase} phase
   */
  phase(phase) {
    this.tell("onPhase", () => this.onPhase?.(phase));
    this.throwIfFaulty();
  }

  /** @param {Progress} progress */
  progress({ loaded, total }) {
    this.tell("onProgress", () => this.onProgress?.({ loaded, total }));
  }

  /** Errors: a KlogError of code "usage" when a callback threw; its field says which. */
  throwIfFaulty() {
    if (this.fault) throw this.fault.error;
  }

  /**
   * @private
   * @param {string} name
   * @param {() => void} callback
   */
  tell(name, callback) {
    if (this.fault) return;
    try {
      guarded(`${name} threw`, name, callback);
    } catch (error) {
      this.fault = { error };
    }
  }
}
