// Lose this arrow: a lost request or ack, a resend, and what the broker remembers of it.

import { find } from "../embed/find.js";
import { First } from "./lose-first.js";
import { Second } from "./lose-second.js";

/** @import { Context } from "./call.js" */

/** The widget. */
export class Lose {
  /**
   * Takes the widget's HTML over, and shows it.
   * @param {HTMLElement} element
   * @param {Context} context
   */
  constructor(element, context) {
    const words = JSON.parse(find(element, "script.lose-words", HTMLElement).textContent ?? "{}");
    /** @private */
    this.first = new First(find(element, ".lose-first", HTMLElement), context, words);
    /** @private */
    this.second = new Second(find(element, ".lose-second", HTMLElement), context, words,
      Number(element.dataset.most));
    find(element, ".lose-live", HTMLElement).hidden = false;
  }
}
