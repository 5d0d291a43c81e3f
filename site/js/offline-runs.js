// Whether something is run anywhere: in this tab or in another one of the same copy of the site.

import { CALLS } from "./late.js";

/** @import { LateEngine } from "./late.js" */

/** Tells the other tabs of this one's runs, by a lock, and hears of theirs. */
export class Runs {
  /**
   * @param {LateEngine} engine
   * @param {string} scope
   */
  constructor(engine, scope) {
    /** @private */
    this.engine = engine;
    /** @private */
    this.name = `kaen-log run ${new URL(scope).pathname}`;
    /** @private @type {(() => void) | null} ends the holding of the lock; null: it is not held */
    this.letGo = null;
    document.addEventListener(CALLS, () => this.follow());
    this.follow();
  }

  /** Whether something is run in this tab. */
  get areHere() {
    return this.engine.calls > 0;
  }

  /**
   * Waits until nothing is run in any tab, and does something then. A run that begins meanwhile
   * waits for nothing. Where tabs can't hear of each other it is done at once.
   * @param {() => Promise<void> | void} deed
   */
  async none(deed) {
    const { locks } = navigator;
    if (locks) await locks.request(this.name, async () => deed());
    else await deed();
  }

  /** @private */
  follow() {
    if (!this.areHere) {
      this.letGo?.();
      this.letGo = null;
    } else if (!this.letGo) {
      const over = new Promise((resolve) => {
        this.letGo = () => resolve(null);
      });
      navigator.locks?.request(this.name, { mode: "shared" }, () => over);
    }
  }
}
