// What the element needs for a run, and not before: it comes with its views.

import { callDemo, callDraw } from "./calls.js";
import { style, wear } from "./element-style.js";
import { isKlogError, klogError, toPlain } from "./error.js";
import { makeEngine } from "./inline.js";

/** @import { Life, Task } from "./element-life.js" */
/** @import { Engine } from "./engine.js" */
/** @import { CallOptions } from "./klog.mjs" */
/** @import { Shared } from "./shared.js" */
/** @import { Views } from "./views.js" */

/** @typedef {Views & { attend: (life: Life) => Acts }} Late what the script hands over */

const words = {
  en: { waiting: "Waiting for its turn …", running: "Running …", of: "of", bytes: "bytes" },
  th: { waiting: "รอคิวอยู่ …", running: "กำลังรัน …", of: "จาก", bytes: "byte" },
};

/** What is to be seen of a run around its view. */
const STYLE = `button,summary{cursor:pointer}[aria-disabled=true]{cursor:default}
[part=status]{color:var(--_indigo)}
[data-state=same]{color:var(--_same)}
[data-state=stopped]{color:var(--_soft)}`;

/**
 * Adds to the views what an element does with them.
 * @param {Views} views
 * @returns {Late}
 */
export const withActs = (views) => ({ ...views, attend: (life) => new Acts(life, views) });

/** What an element does once its views have come. */
export class Acts {
  /**
   * @param {Life} life
   * @param {Views} views
   */
  constructor(life, { make, styles }) {
    const { tree: { root, flagsBox, body }, host: { demo, section }, words: { run }, lang } = life;
    /** @private */
    this.life = life;
    /** @private */
    this.shared = /** @type {Shared} */ (life.shared);
    wear(root, [style, STYLE + styles]);
    this.view = make({
      demo, section, lang, flagsBox, body, run,
      edited: () => life.edited(),
      draw: (options, signal) => callDraw(this.engine, demo, options, { signal }),
    });
    this.set();
  }

  /** @private @returns {Engine} which is made once for all elements */
  get engine() {
    const { shared } = this;
    const { base, workerURL, isOpaque, parts: { files, hostOf, hasProgram } } = shared;
    return shared.engine ??= makeEngine({
      hostOf, files, base,
      workerURL: workerURL ?? (files.worker ? new URL(files.worker, base).href : null),
      ...(isOpaque || hasProgram)
        && { getModule: async () => (await shared.getPacked()).program() },
    });
  }

  /** Sets the flags to what the attributes say; those of other demos are not looked at. */
  set() {
    const { life, view } = this;
    const known = view.options();
    view.set(Object.fromEntries(Object.entries(life.flags()).filter(([name]) => name in known)));
  }

  /**
   * Starts the engine unless it runs, and tells the page.
   *
   * Errors: as Engine.start.
   * @param {AbortSignal} signal
   */
  async start(signal) {
    const { engine, life, shared } = this;
    if (engine.rung === null) await engine.start(this.telling(signal));
    if (!life.isReady) life.tell("klog-ready", { version: shared.parts.files.version });
    life.isReady = true;
  }

  /**
   * Runs the demo, shows what came of it and tells the page.
   *
   * Errors: what the engine says; the reason why the task was ended.
   * @param {Task} task
   */
  async run(task) {
    const { engine, life, view } = this;
    const { host, tree } = life;
    const { signal } = task.ending;
    this.checkNames();
    const note = () => tree.alert(engine.rung === "main" ? view.makeshift(engine.reasons) : "");
    note(); // whoever wants to stop it is to know before
    const options = view.options();
    life.given = JSON.stringify(options);
    const run = await callDemo(engine, host.demo, options,
      { ...this.telling(signal), timeoutMs: host.timeout });
    signal.throwIfAborted();
    const verdict = view.show(run);
    life.end();
    // The page may do with its bytes what it likes: those that are shown are others.
    const result = { ...run, bytes: run.bytes.slice(), ...verdict };
    life.result = result;
    tree.fallback.hidden = true;
    life.say(verdict.state, verdict.words);
    note();
    life.tell("klog-result", result);
    return result;
  }

  /**
   * Refuses a demo and a section that there is not: what is shown instead would be taken for it.
   * @private
   */
  checkNames() {
    const { life: { host }, view } = this;
    const demo = host.getAttribute("demo");
    if (demo !== null && demo.toLowerCase() !== host.demo) {
      throw klogError("usage", `demo="${demo}"`, {}, "demo");
    }
    const { section } = host;
    if (section && !view.knows(section)) {
      throw klogError("usage", `section="${section}"`, {}, "section");
    }
  }

  /**
   * How a call is told of.
   * @private
   * @param {AbortSignal} signal
   * @returns {CallOptions}
   */
  telling(signal) {
    const { life } = this;
    const { waiting, running, of, bytes } = words[life.lang];
    const say = (/** @type {"loading" | "running"} */ state, /** @type {string} */ text) => {
      if (life.task && !signal.aborted) life.say(state, text);
    };
    return {
      signal,
      onPhase: (phase) => say(phase === "running" ? phase : "loading",
        { waiting, running, loading: life.words.loading }[phase]),
      onProgress({ loaded, total }) {
        life.tell("klog-progress", { loaded, total });
        const [part, whole] = [loaded, total].map((n) => n.toLocaleString("en"));
        say("loading", `${life.words.loading} ${part} ${total ? `${of} ${whole} ` : ""}${bytes}`);
      },
    };
  }

  /**
   * Says what is wrong: beside its field, or in the alert.
   * @param {unknown} error
   */
  sayFault(error) {
    const { life, view } = this;
    const said = isKlogError(error) && toPlain(error).code === "invalid-option"
      ? view.refuse(error) : null;
    life.say("failed", said ?? life.words.failed);
    if (said === null) life.tree.alert(view.fault(error));
  }
}
