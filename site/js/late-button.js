// A button in the page's foot whose script is fetched when it is pressed.

import { make } from "../embed/find.js";
import { faultOf } from "./call.js";
import { script } from "./late.js";

/** @import { Context } from "./call.js" */

/**
 * What the script hands over: it takes the button and what is said behind it over.
 * @typedef {(button: HTMLButtonElement, said: HTMLElement, context: Context) => Taken} TakeOver
 */
/** @typedef {{ press: () => void }} Taken */

/**
 * Adds the button where the page names its script, and gives what fetches that.
 * @param {Element} foot
 * @param {Context} context
 * @param {string | undefined} path the script's; none: there is no button
 * @param {string} label
 * @returns {() => Promise<Taken>}
 */
export function addLate(foot, context, path, label) {
  const button = make("button", "clear", label);
  const said = make("span", "");
  if (path) foot.append(make("p", "progress", button, " ", said));

  /** @type {Promise<Taken> | null} */
  let coming = null;
  const bring = () => coming ??= script(new URL(path ?? "", document.baseURI).href)
    .then((/** @type {TakeOver} */ takeOver) => takeOver(button, said, context));
  button.addEventListener("click", () => {
    bring().then((taken) => taken.press(), (error) => {
      coming = null; // the next press tries anew
      said.setAttribute("role", "alert");
      said.textContent = faultOf(context, error, button.textContent ?? "");
    });
  });
  return bring;
}
