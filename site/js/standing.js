// What the status line of a golden section says where no run is shown.

import { sayOf } from "../embed/golden.js";
import { allIn } from "../embed/find.js";

/** @import { Words } from "./words.js" */

/**
 * Says of every section what is known of it from earlier, or what the page said at first.
 * @param {Element[]} demos
 * @param {(section: string) => boolean} hasProved
 * @param {Words} words
 */
export function standAsBefore(demos, hasProved, words) {
  for (const section of demos.flatMap((demo) => allIn(demo, ".golden-section"))) {
    const line = section.querySelector(".section-status");
    if (!(line instanceof HTMLElement)) continue;
    if (hasProved(section.dataset.section ?? "")) {
      sayOf(section, "before", words.sectionBefore(Number(section.dataset.bytes)));
    } else sayOf(section, "ready", line.dataset.initially ?? line.textContent ?? "");
  }
}
