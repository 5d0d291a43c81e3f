// The line in the page's foot: saves the course, says how that goes, and removes it again.

import { cachePrefix, cachesOf } from "../sw/names.js";
import { make } from "../embed/find.js";
import { Newer } from "./offline-newer.js";
import { Runs } from "./offline-runs.js";
import { ask, installed, ownRegistration, register, saves, tell } from "./offline-worker.js";
import { serviceWorkers } from "./service.js";
import { words } from "./words-offline.js";

/** @import { Saved, ToPage } from "../sw/scope.js" */
/** @import { LateEngine } from "./late.js" */
/** @import { WhyNot } from "./words-offline.js" */

/** How often it is said how much has come. */
const SAY_EVERY_MS = 1000;
/** So long after a worker failed its own words for it may come. */
const WORDS_MS = 2000;

/**
 * "part": there is a worker, and not all of what it should have.
 * @typedef {"none" | "saving" | "part" | "saved" | "removing"} State
 */

/** What the page's button does once it was pressed. */
export class Saver {
  /**
   * @param {HTMLButtonElement} button
   * @param {HTMLElement} said stands behind it
   * @param {LateEngine} engine
   */
  constructor(button, said, engine) {
    const { offlineMb, root } = document.documentElement.dataset;
    const { href: scope } = new URL(root || ".", document.baseURI);
    /** @private */
    this.button = button;
    /** @private the address of the site's root */
    this.scope = scope;
    /** @private */
    this.saveWords = button.textContent ?? "";
    /** @private */
    this.needed = 1e6 * Number(offlineMb);
    /** @private @type {State} */
    this.state = "none";
    /** @private how much has come, to be said at the next time */
    this.come = "";
    /** @private @type {number | undefined} */
    this.timer = undefined;
    /** @private @type {(why: WhyNot) => void} */
    this.onFault = () => {};

    said.setAttribute("role", "status");
    said.textContent = "";
    const alert = make("p", "demo-alert progress");
    alert.setAttribute("role", "alert");
    alert.hidden = true;
    said.parentElement?.after(alert);
    /** @private */
    this.status = said;
    /** @private */
    this.alertBox = alert;
    /** @private */
    this.newer = new Newer(alert, new Runs(engine, scope));
    /** @private */
    this.channel = new BroadcastChannel(`${cachePrefix({ scope })}saver`);
    this.channel.addEventListener("message", () => this.look());
    this.listen();
    /** @private */
    this.ready = this.look();
    void this.ready.then(() => this.greet());
  }

  /** Does what the button says. */
  async press() {
    const asked = this.state; // what the button said when it was pressed
    await this.ready;
    // Whoever pressed "Save" has not asked to remove what turned out to be saved, or to stop.
    if (asked !== this.state && this.state !== "part") return;
    switch (this.state) {
      case "none": case "part": return this.save();
      case "saving": return this.stop();
      case "saved": return this.remove();
    }
  }

  /** @private */
  listen() {
    const workers = serviceWorkers();
    if (!workers) return;
    workers.addEventListener("message", (/** @type {MessageEvent<ToPage>} */ { data }) => {
      if (data?.scope !== this.scope) return;
      const { news } = data;
      switch (news.type) {
        case "moved":
          this.newer.moved();
          break;
        case "progress":
          this.progress(news.loaded, news.total);
          break;
        case "fault":
          if (this.state === "saved") this.alert(words.updateFault(news.fault));
          else this.onFault(news.fault);
      }
    });
    workers.startMessages();
    workers.addEventListener("controllerchange", () => this.look());
  }

  /**
   * Says what there is, without being asked.
   * @private
   */
  async look() {
    if (this.state === "saving" || this.state === "removing") return;
    const registration = await ownRegistration(this.scope);
    if (!registration) {
      this.newer.forget();
      this.show("none", "");
      return;
    }
    if (registration.installing && !registration.active) {
      void this.save(); // another tab has begun it, or one that is closed
      return;
    }
    if (registration.active) await this.tell(await ask(registration.active, "state"));
    this.newer.watch(registration);
  }

  /**
   * Has the next version looked for, and what no tab needs any more dropped.
   * @private
   */
  async greet() {
    const registration = await ownRegistration(this.scope);
    if (!registration) return;
    tell(registration.active, "tidy");
    await registration.update().catch(() => {}); // whatever a host sends in its place, this stays
  }

  /** @private */
  async save() {
    const before = this.state;
    this.alert("");
    this.show("saving", words.saving(0, this.needed));
    try {
      await this.isPossible();
      navigator.storage?.persist?.().catch(() => {}); // some browsers ask their reader first
      const state = await this.filled();
      if (!state) throw /** @type {WhyNot} */ ({ code: "off" });
      await this.tell(state);
      const registration = await ownRegistration(this.scope);
      if (registration) this.newer.watch(registration);
      this.channel.postMessage("saved");
    } catch (error) {
      const why = /** @type {WhyNot} */ (error);
      const isPart = before === "part";
      const isStopped = why.code === "stopped";
      if (before === "none") await this.takeBack();
      if (isPart) this.show("part", words.part);
      else this.show("none", isStopped ? words.stopped : "");
      if (!isStopped) this.alert(words.fault(why, isPart));
    }
  }

  /**
   * Leaves nothing behind of a save that failed, unless there is a course that is whole. A browser
   * that lends neither workers nor caches has kept nothing.
   * @private
   */
  async takeBack() {
    const registration = await ownRegistration(this.scope).catch(() => null);
    const active = registration?.active;
    if (active && (await ask(active, "state"))?.isWhole) return;
    await registration?.unregister();
    await this.drop().catch(() => {});
  }

  /**
   * Errors: a WhyNot.
   * @private
   */
  async isPossible() {
    /** @type {WhyNot | null} */
    let why = null;
    const { storage } = navigator;
    if (!window.isSecureContext) why = { code: "insecure" };
    else if (!serviceWorkers() || typeof caches !== "object") why = { code: "no-worker" };
    else {
      /** @type {StorageEstimate} */
      const { quota = Infinity, usage = 0 } = await storage?.estimate?.().catch(() => ({})) ?? {};
      const [room, { needed }] = [Math.max(0, quota - usage), this];
      if (room < needed) why = { code: "no-room", room, needed };
    }
    if (why) throw why;
  }

  /**
   * Gives what is saved once all of it is.
   *
   * Errors: a WhyNot.
   * @private
   * @returns {Promise<Saved | null>} null: the worker is not one that saves
   */
  async filled() {
    /** @type {Promise<WhyNot>} */
    const told = new Promise((resolve) => {
      this.onFault = resolve;
    });
    const fault = async () => {
      const why = await Promise.race([told,
        new Promise((resolve) => setTimeout(() => resolve(null), WORDS_MS))]);
      if (!why && !await saves(this.scope)) return { code: "off" };
      return why ?? { code: "other", message: "no word of why" };
    };
    const registration = await register(this.scope);
    const { installing } = registration;
    const outcome = installing && await installed(registration, installing);
    if (outcome === "gone") return null;
    if (outcome === "failed") throw await fault();
    const active = registration.active ?? registration.waiting;
    let state = active && await ask(active, "state");
    if (active && state && !state.isWhole) {
      state = await newest(registration) ?? await ask(active, "fill");
      if (!state?.isWhole) throw await fault();
    }
    return state;
  }

  /** @private */
  async stop() {
    const registration = await ownRegistration(this.scope);
    tell(registration?.installing ?? registration?.active ?? null, "stop");
  }

  /** @private */
  async remove() {
    this.show("removing", "");
    await (await ownRegistration(this.scope))?.unregister();
    await this.drop().catch(() => {});
    this.newer.forget();
    this.alert("");
    this.show("none", words.removed);
    this.channel.postMessage("removed");
  }

  /**
   * Drops all that this copy of the site has saved.
   * @private
   */
  async drop() {
    if (typeof caches !== "object") return;
    for (const name of await cachesOf({ scope: this.scope })) await caches.delete(name);
  }

  /**
   * Says what is saved.
   * @private
   * @param {Saved | null} saved
   */
  async tell(saved) {
    if (!saved) return this.show("none", "");
    if (!saved.isWhole) return this.show("part", words.part);
    const isLasting = await navigator.storage?.persisted?.().catch(() => false) ?? false;
    this.show("saved", words.saved(saved.files, saved.bytes, isLasting));
  }

  /**
   * @private
   * @param {number} loaded
   * @param {number} total
   */
  progress(loaded, total) {
    this.come = words.saving(loaded, total);
    this.timer ??= window.setTimeout(() => {
      this.timer = undefined;
      if (this.state === "saving") this.status.textContent = this.come;
    }, SAY_EVERY_MS);
  }

  /**
   * @private
   * @param {State} state
   * @param {string} said
   */
  show(state, said) {
    this.state = state;
    const { stop, remove, mend } = words;
    this.button.textContent = {
      none: this.saveWords, saving: stop, part: mend, saved: remove, removing: remove,
    }[state];
    if (this.status.textContent !== said) this.status.textContent = said;
  }

  /**
   * @private
   * @param {string} said none: the alert goes
   */
  alert(said) {
    this.alertBox.hidden = said === "";
    this.alertBox.textContent = said;
  }
}

/**
 * Has the host's own version take over from one that is not whole: the host has no other any more.
 * @param {ServiceWorkerRegistration} registration
 * @returns {Promise<Saved | null>} null: there is no newer one, or it could not be saved
 */
async function newest(registration) {
  await registration.update().catch(() => {});
  const { installing } = registration;
  if (installing && await installed(registration, installing) === "failed") return null;
  const newer = registration.waiting;
  if (!newer) return null;
  const state = await ask(newer, "state");
  if (!state?.isWhole) return null;
  tell(newer, "take");
  return state;
}
