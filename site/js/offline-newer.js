// A new version of the course is offered, never forced: it waits beside the old one until a reader
// takes it, and no run is ended for it.

import { make } from "../embed/find.js";
import { CALLS } from "./late.js";
import { tell } from "./offline-worker.js";
import { words } from "./words-offline.js";

/** @import { Runs } from "./offline-runs.js" */

/** Tells of the new version, below the line of the saved one. */
export class Newer {
  /**
   * @param {HTMLElement} before what it stands behind
   * @param {Runs} runs
   */
  constructor(before, runs) {
    /** @private */
    this.runs = runs;
    /** @private @type {ServiceWorkerRegistration | null} */
    this.registration = null;
    /** @private */
    this.said = make("span", "");
    this.said.setAttribute("role", "status");
    /** @private */
    this.button = make("button", "clear", words.take);
    this.button.type = "button";
    this.button.addEventListener("click", () => this.press());
    /** @private */
    this.line = make("p", "progress", this.said, " ", this.button);
    this.line.hidden = true;
    before.after(this.line);
    /** @private no run is in its way */
    this.isOffered = false;
    /** @private whether all other tabs have moved, and this one has not */
    this.isBehind = false;
    document.addEventListener(CALLS, () => {
      this.draw();
      if (!this.runs.areHere) void this.offer();
    });
    document.addEventListener("visibilitychange", () => {
      if (this.isBehind && document.hidden && !this.runs.areHere) location.reload();
    });
  }

  /**
   * Offers what the registration has waiting, now or later.
   * @param {ServiceWorkerRegistration} registration
   */
  watch(registration) {
    if (this.registration !== registration) {
      this.registration = registration;
      registration.addEventListener("updatefound", () => this.follow(registration.installing));
    }
    this.follow(registration.installing);
    this.follow(registration.waiting);
    void this.offer();
  }

  /** The course was removed, and what waited with it. */
  forget() {
    this.registration = null;
    this.draw();
  }

  /** The new version has taken over: this tab follows, at once if nothing is run in it. */
  moved() {
    if (!navigator.serviceWorker.controller) return; // it came from the network, and stays there
    if (!this.runs.areHere) location.reload();
    this.isBehind = true;
    this.draw();
  }

  /**
   * @private
   * @param {ServiceWorker | null} worker
   */
  follow(worker) {
    worker?.addEventListener("statechange", () => {
      if (["installed", "redundant"].includes(worker.state)) void this.offer();
    });
  }

  /** @private */
  async offer() {
    if (!this.registration?.waiting) { // it took over, or the host took it back
      this.isOffered = false;
      this.draw();
      return;
    }
    await this.runs.none(() => {});
    this.isOffered = !this.runs.areHere;
    this.draw();
  }

  /**
   * Shows what there is to press, and nothing while this tab runs something.
   * @private
   */
  draw() {
    const { isBehind, registration, runs } = this;
    if (runs.areHere) this.isOffered = false;
    const isThere = isBehind || Boolean(this.isOffered && registration?.waiting);
    this.line.hidden = !isThere || runs.areHere;
    if (this.line.hidden) return;
    this.say(isBehind ? words.later : words.newer);
    this.button.textContent = isBehind ? words.move : words.take;
  }

  /**
   * @private
   * @param {string} said
   */
  say(said) {
    if (this.said.textContent !== said) this.said.textContent = said;
  }

  /** @private */
  async press() {
    if (this.isBehind) {
      location.reload();
      return;
    }
    this.say(words.busy);
    await this.runs.none(() => tell(this.registration?.waiting ?? null, "take"));
  }
}
