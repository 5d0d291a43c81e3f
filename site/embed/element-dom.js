// The element's shadow tree: buttons, the line that tells how things are, and the boxes that its
// views fill.

import { style, wear } from "./element-style.js";

/** @import { Words } from "./element-words.js" */
/** @import { KlogDemoState } from "./element.mjs" */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} part "": none
 * @param {...(string | Node)} content
 */
function make(name, part, ...content) {
  const made = document.createElement(name);
  if (part) made.setAttribute("part", part);
  made.append(...content);
  return made;
}

/** An element's shadow tree. */
export class Tree {
  /** @param {ShadowRoot} root */
  constructor(root) {
    this.root = root;
    this.run = make("button", "run");
    this.stop = make("button", "stop");
    this.reset = make("button", "reset");
    /** How it goes, which is for the eye alone; then what came of it, which is said aloud. */
    this.going = make("span", "");
    this.said = make("span", "");
    this.status = make("p", "status", this.going, this.said);
    this.alertBox = make("div", "alert");
    this.summary = make("summary", "");
    this.flagsBox = make("div", "flags");
    this.details = make("details", "", this.summary, this.flagsBox);
    this.fallback = make("div", "fallback", make("slot", ""));
    this.body = make("div", "");
    this.group = make("div", "", make("div", "controls",
      make("div", "buttons", this.run, this.stop, this.reset),
      this.status, this.alertBox, this.details), this.fallback, this.body);
    this.group.setAttribute("role", "group");
    this.said.setAttribute("role", "status");
    this.alertBox.setAttribute("role", "alert");
    this.body.className = "body";
    this.stop.hidden = true;
    wear(root, [style]);
    root.append(this.group);
  }

  /**
   * Puts the words of a language in.
   * @param {string} lang
   * @param {Words} words
   * @param {string} demo
   */
  name(lang, words, demo) {
    this.group.lang = lang;
    this.group.setAttribute("aria-label", `Demo ${demo}`);
    this.run.textContent = words.run;
    this.stop.textContent = words.stop;
    this.reset.textContent = words.reset;
    this.summary.textContent = words.flags;
  }

  /**
   * Says how things are. While something is under way that is not said aloud.
   * @param {KlogDemoState} state
   * @param {string} words
   */
  say(state, words) {
    const isGoing = state === "loading" || state === "running";
    this.status.dataset.state = state;
    this.going.textContent = isGoing ? words : "";
    this.said.textContent = isGoing ? "" : words;
  }

  /** @param {string} words none: there is nothing to be done */
  alert(words) {
    this.alertBox.hidden = !words;
    if (this.alertBox.textContent !== words) this.alertBox.textContent = words;
  }

  /** @param {boolean} isRunning */
  setRunning(isRunning) {
    const hadFocus = this.root.activeElement === this.stop;
    this.stop.hidden = !isRunning;
    this.run.setAttribute("aria-disabled", `${isRunning}`);
    if (hadFocus && !isRunning) this.run.focus(); // a button that goes must not take it along
  }
}
