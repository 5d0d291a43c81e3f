// What the first run costs, said beside each Run before it: the engine comes then, and not before.

import { allOf, make } from "../embed/find.js";
import { CALLS } from "./late.js";
import { serviceWorkers } from "./service.js";

/** @import { Context } from "./call.js" */

/**
 * Says it until something is run; not where the engine has been in this browser before.
 * @param {Context} context
 */
export function sayPrice({ progress, words }) {
  const { priceMb } = document.documentElement.dataset;
  if (!priceMb || progress.hasRun || serviceWorkers()?.controller) return;
  for (const buttons of allOf(".demo .buttons")) {
    const price = make("span", "about", words.price(priceMb));
    buttons.append(price);
    document.addEventListener(CALLS, () => price.remove());
  }
}
