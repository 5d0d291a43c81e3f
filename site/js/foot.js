// What stands in the page's foot: that progress is kept here, and the way to be rid of it.

import { make } from "../embed/find.js";

/** @import { Context } from "./call.js" */

/**
 * Adds it.
 * @param {Element} foot
 * @param {Context} context
 */
export function addClearing(foot, { words, progress }) {
  const clear = make("button", "clear", words.clear);
  clear.type = "button";
  const said = make("span", "");
  said.setAttribute("role", "status");
  clear.addEventListener("click", () => {
    progress.clear();
    said.textContent = words.cleared;
  });
  window.addEventListener("storage", (event) => progress.hear(event));
  const kept = make("p", "progress");
  (progress.onStore = () => {
    kept.textContent = words.kept(progress.isStored);
  })();
  foot.append(kept, make("p", "progress", clear, " ", said));
}
