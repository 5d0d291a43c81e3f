// The course can be saved, to be read without a network. What does that is a script of its own:
// it is fetched when the reader asks for it, or has done so before.

import { faultOf } from "./call.js";
import { make } from "./find.js";
import { script } from "./late.js";
import { serviceWorkers } from "./service.js";

/** @import { Context } from "./call.js" */

/**
 * What the script hands over: it takes the button and what is said behind it over.
 * @typedef {(button: HTMLButtonElement, said: HTMLElement, context: Context) => Saver} TakeOver
 */
/** @typedef {{ press: () => void }} Saver */

/**
 * Adds the button.
 * @param {Element} foot
 * @param {Context} context
 */
export function addSaving(foot, context) {
  const { offline, offlineMb = "" } = document.documentElement.dataset;
  if (!offline) return;
  const button = make("button", "clear", context.words.save(offlineMb));
  const said = make("span", "");
  foot.append(make("p", "progress", button, " ", said));

  /** @type {Promise<Saver> | null} */
  let coming = null;
  const bring = () => coming ??= script(new URL(offline, document.baseURI).href)
    .then((/** @type {TakeOver} */ takeOver) => takeOver(button, said, context));
  button.addEventListener("click", () => {
    bring().then((saver) => saver.press(), (error) => {
      coming = null; // the next press tries anew
      said.setAttribute("role", "alert");
      said.textContent = faultOf(context, error, button.textContent ?? "");
    });
  });
  const workers = serviceWorkers();
  if (workers?.controller) bring();
  workers?.addEventListener("controllerchange", bring);
}
