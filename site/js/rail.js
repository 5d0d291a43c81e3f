// The rail: a golden file to scale, drawn beside a demo or beside the whole page. A block is
// solid once this browser reproduced its section, and hatched where it differs.

/** @import { Progress } from "./progress.js" */

/** All blocks of one demo on the page. */
export class Rail {
  /**
   * @param {string} demo
   * @param {Progress} progress
   */
  constructor(demo, progress) {
    /** @private */
    this.demo = demo;
    /** @private */
    this.progress = progress;
    /** @private */
    this.blocks = [...document.querySelectorAll(".rail-block")].filter((block) =>
      block instanceof SVGElement && demoOf(block) === demo);
    progress.onClear(() => this.draw(null, "ready"));
    this.draw(null, "ready");
  }

  /**
   * Draws the state of a section, or of all. What was reproduced stays so, whatever other flags
   * print, until it differs.
   * @param {string | null} section
   * @param {string} state
   */
  draw(section, state) {
    for (const block of this.blocks) {
      if (!(block instanceof SVGElement)) continue;
      const own = block.dataset.rail ?? "";
      if (section !== null && own !== section) continue;
      const isProved = state !== "differs" && this.progress.hasProved(this.demo, own);
      block.dataset.state = isProved ? "same" : state;
    }
  }
}

/** @param {Element} block */
function demoOf(block) {
  const owner = block.closest("[data-demo]");
  return owner instanceof HTMLElement ? owner.dataset.demo : undefined;
}
