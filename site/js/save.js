// The course can be saved, to be read without a network. What does that is a script of its own:
// it is fetched when the reader asks for it, or has done so before.

import { addLate } from "./late-button.js";
import { serviceWorkers } from "./service.js";

/** @import { Context } from "./call.js" */

/**
 * Adds the button.
 * @param {Element} foot
 * @param {Context} context
 */
export function addSaving(foot, context) {
  const { offline, offlineMb = "" } = document.documentElement.dataset;
  const bring = addLate(foot, context, offline, context.words.save(offlineMb));
  const workers = serviceWorkers();
  if (!offline || !workers) return;
  if (workers.controller) bring();
  workers.addEventListener("controllerchange", bring);
}
