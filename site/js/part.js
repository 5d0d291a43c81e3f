// One place where a demo can be run: its fields and buttons, its status line. A page may show a
// demo in many parts, which are run as one.

import { Status } from "../embed/status.js";
import { find, whenSent } from "../embed/find.js";
import { Flags } from "../embed/flags.js";

/** @import { State } from "../embed/status.js" */
/** @import { Words } from "./words.js" */

/**
 * What the part's owner does.
 * @typedef {object} Deeds
 * @property {(part: Part) => void} start
 * @property {() => void} abort
 * @property {(part: Part) => void} edited
 * @property {() => void} reset
 */

/** A demo's HTML: from now on its buttons work. */
export class Part {
  /**
   * @param {HTMLElement} element
   * @param {Words} words
   * @param {Deeds} deeds
   */
  constructor(element, words, deeds) {
    this.element = element;
    const form = find(element, "form.demo-flags", HTMLFormElement);
    this.flags = new Flags(form, words);
    /** @private */
    this.run = find(element, "button.run", HTMLButtonElement);
    /** @private */
    this.stop = find(element, "button.stop", HTMLElement);
    /** @private */
    this.line = find(element, ".status", HTMLElement);
    /** @private */
    this.status = new Status(this.line, find(element, ".demo-alert", HTMLElement));
    /** @private what the status line says before any run */
    this.readyWords = this.line.dataset.ready ?? "";

    whenSent(form, () => deeds.start(this));
    for (const edit of ["input", "change"]) {
      form.addEventListener(edit, () => deeds.edited(this));
    }
    this.stop.addEventListener("click", () => deeds.abort());
    const reset = element.querySelector("button.reset");
    reset?.addEventListener("click", () => deeds.reset());
    for (const button of [this.run, reset]) button?.removeAttribute("disabled");
    this.rest();
  }

  /** What the Run button says. */
  get runLabel() {
    return this.run.textContent?.trim() ?? "";
  }

  get state() {
    return this.status.state;
  }

  /**
   * Says how the run goes, aloud.
   * @param {State} state
   * @param {string} words
   */
  say(state, words) {
    this.line.removeAttribute("aria-live");
    this.status.say(state, words);
  }

  /** Says that it can be run, aloud, where something else was said before. */
  ready() {
    this.status.say("ready", this.readyWords);
  }

  /** Says so to the eye alone: it is another part that speaks, or nothing has happened. */
  rest() {
    this.line.setAttribute("aria-live", "off");
    this.ready();
    this.alert("");
    this.setRunning(false);
  }

  /** @param {string} words none: the alert goes */
  alert(words) {
    this.status.alert(words);
  }

  /** @param {boolean} isRunning the run was started here */
  setRunning(isRunning) {
    const hadFocus = this.stop === document.activeElement;
    this.stop.hidden = !isRunning;
    if (isRunning) {
      this.run.setAttribute("aria-disabled", "true");
    } else {
      this.run.removeAttribute("aria-disabled");
      if (hadFocus) this.run.focus(); // a button that goes must not take the focus along
    }
  }
}
