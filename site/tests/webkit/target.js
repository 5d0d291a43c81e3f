// What is in a window, as Playwright knows it: what Web Inspector's protocol says as Playwright's
// build of WebKit says it goes through, and the rest is translated.

import { elementsOf } from "./dom.js";
import { Frames } from "./frames.js";

/** @import { Message } from "./inspector.js" */
/** @import { Context } from "./frames.js" */

/** Playwright keeps names of its own out of the page's sight, in a context beside the page's. Here
 * both are one, and Playwright's has the page's number and this. */
const UTILITY = { name: "__playwright_utility_world__", base: 1_000_000 };

/** Contexts of pages without scripts: WebKit does not speak of them, nor wants them named. */
const SILENT_BASE = 500_000;

/** Our questions among Playwright's. */
const OWN_BASE = 1_000_000_000;

/** What Playwright says to its build alone, and no test needs. */
const NEEDLESS = ["Page.createUserWorld", "Page.overrideUserAgent", "Page.overrideSetting",
  "Page.setTouchEmulationEnabled", "Page.setInterceptFileChooserDialog"];

/**
 * @typedef {object} Ends
 * @property {(method: string, params: object) => Promise<any>} browser
 * @property {(method: string) => Promise<unknown>} window by automation
 * @property {(message: Message) => void} playwright
 */

export class Target {
  /** @type {Map<string, string>} the browser's names of targets to Playwright's */
  #names = new Map();
  #current = ""; // the browser's name of what is shown
  #name;
  #ends;
  #hasScripts;
  /** @type {Map<number, (message: Message) => void>} */
  #answers = new Map();
  #lastId = OWN_BASE;
  #lastSilent = SILENT_BASE;
  /** @type {Set<string>} the frames that Playwright knows */
  #known = new Set();
  /** @type {{ url: string, resolve: (loaderId: string) => void,
   *   reject: (error: Error) => void }[]} */
  #navigations = [];
  #loading = ""; // the request for the page that is to come

  /**
   * @param {string} name Playwright's
   * @param {boolean} hasScripts
   * @param {Ends} ends
   */
  constructor(name, hasScripts, ends) {
    this.#name = name;
    this.#hasScripts = hasScripts;
    this.#ends = ends;
  }

  /**
   * Asks what is shown.
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<any>}
   */
  ask = (method, params = {}) => {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ result, error }) => {
        if (error) reject(new Error(error.message));
        else resolve(result);
      });
      this.#say(this.#current, { id, method, params }).catch(reject);
    });
  };

  frames = new Frames(this.ask);

  /** @type {Record<string, (params: any) => unknown>} */
  #acts = {
    ...elementsOf(this.ask, this.frames),
    ...Object.fromEntries(NEEDLESS.map((method) => [method, () => ({})])),
    "Page.setForcedColors": ({ forcedColors }) => {
      if (forcedColors === "Active") throw new Error("WebKitGTK has no forced colours");
    },
    "Network.setEmulateOfflineState": ({ offline }) => {
      if (offline) throw new Error("WebKitGTK can't be told to be offline: close the server");
    },
    "Page.snapshotRect": (params) => this.ask("Page.snapshotRect", { ...params,
      ...Object.fromEntries(["x", "y", "width", "height"].map((side) =>
        [side, Math.round(params[side])])) }),
    "Page.goBack": () => this.#ends.window("goBackInBrowsingContext"),
    "Page.goForward": () => this.#ends.window("goForwardInBrowsingContext"),
  };

  /**
   * Waits for a page.
   * @param {string} url
   * @returns {Promise<string>} which load it is
   */
  next(url) {
    return new Promise((resolve, reject) => this.#navigations.push({ url, resolve, reject }));
  }

  /** Tells Playwright if the address has become another one without another page. */
  async look() {
    if (this.frames.main.id === "" || this.#navigations.length > 0) return;
    const { result } = await this.ask("Runtime.evaluate",
      { expression: "location.href", returnByValue: true }).catch(() => ({ result: {} }));
    const { id, url } = this.frames.main;
    if (typeof result.value !== "string" || result.value === url) return;
    this.frames.main.url = result.value;
    this.#tell(this.#current, { method: "Page.navigatedWithinDocument",
      params: { frameId: id, url: result.value } });
  }

  /**
   * Takes what Playwright says to a target.
   * @param {string} name
   * @param {Message} message
   */
  async take(name, message) {
    const { id, method = "", params = {} } = message;
    const target = [...this.#names].find(([, known]) => known === name)?.[0] ?? name;
    const reply = (/** @type {Message} */ rest) =>
      this.#tell(target, { ...id !== undefined && { id }, ...rest });
    try {
      const act = this.#acts[method];
      if (act) return reply({ result: await act(params) ?? {} });
      if (params.contextId >= UTILITY.base) params.contextId -= UTILITY.base;
      if (params.contextId >= SILENT_BASE) delete params.contextId;
      await this.#say(target, message);
    } catch (error) {
      reply({ error: { message: error instanceof Error ? error.message : String(error) } });
    }
  }

  /** @param {Message} message from the browser */
  fromBrowser({ method = "", params }) {
    const name = (/** @type {string} */ id) => this.#names.get(id) ?? id;
    if (method === "Target.targetCreated" && this.#current === "") {
      this.#current = params.targetInfo.targetId;
      this.#names.set(this.#current, this.#name);
      return; // Playwright knows it already
    }
    if (method === "Target.dispatchMessageFromTarget") {
      this.#fromTarget(params.targetId, JSON.parse(params.message));
      return;
    }
    if (method === "Target.didCommitProvisionalTarget") {
      this.#current = params.newTargetId;
      params.oldTargetId = name(params.oldTargetId);
    }
    if (method === "Target.targetDestroyed") params.targetId = name(params.targetId);
    if (method.startsWith("Target.")) this.#ends.playwright({ method, params });
  }

  /**
   * @param {string} target
   * @param {Message} message
   */
  #say(target, message) {
    return this.#ends.browser("Target.sendMessageToTarget",
      { targetId: target, message: JSON.stringify(message) });
  }

  /**
   * Says something to Playwright as a target.
   * @param {string} target
   * @param {Message} message
   */
  #tell(target, message) {
    this.#ends.playwright({ method: "Target.dispatchMessageFromTarget", params: {
      targetId: this.#names.get(target) ?? target, message: JSON.stringify(message),
    } });
  }

  /**
   * @param {string} target
   * @param {Message} message
   */
  #fromTarget(target, message) {
    const { id = 0, method, params } = message;
    if (id > OWN_BASE) {
      this.#answers.get(id)?.(message);
      this.#answers.delete(id);
      return;
    }
    switch (method) {
      case undefined:
        if (message.result?.frameTree) this.#shows(message.result.frameTree.frame);
        break;
      case "Page.loadEventFired":
      case "Page.domContentEventFired":
        params.frameId ??= this.frames.main.id;
        break;
      case "Page.frameNavigated":
        this.#navigated(target, params.frame);
        break;
      case "Network.requestWillBeSent":
        if (params.type === "Document" && params.frameId === this.frames.main.id) {
          this.#loading = params.requestId;
        }
        break;
      case "Network.loadingFailed":
        if (params.requestId === this.#loading) {
          for (const { reject } of this.#navigations.splice(0)) reject(new Error(params.errorText));
        }
        break;
      default:
    }
    this.#tell(target, message);
    this.#after(target, message);
  }

  /**
   * Tells what Playwright's build would say too.
   * @param {string} target
   * @param {Message} message
   */
  #after(target, { method, params }) {
    if (method === "Runtime.executionContextCreated" && params.context.type === "normal") {
      this.#context(target, params.context);
    } else if (method === "Page.frameNavigated" && !this.#hasScripts) {
      const context = { id: ++this.#lastSilent, type: "normal", name: "",
        frameId: params.frame.id };
      this.#tell(target, { method: "Runtime.executionContextCreated", params: { context } });
      this.#context(target, context);
    } else if (method === "Page.frameStoppedLoading" && params.frameId !== this.frames.main.id) {
      for (const event of ["Page.domContentEventFired", "Page.loadEventFired"]) {
        this.#tell(target, { method: event, params: { frameId: params.frameId } });
      }
    }
  }

  /**
   * A context has begun, and with it Playwright's own.
   * @param {string} target
   * @param {Context} context
   */
  #context(target, context) {
    this.frames.begun(context);
    this.#tell(target, { method: "Runtime.executionContextCreated", params: { context: {
      ...context, id: context.id + UTILITY.base, type: "user", name: UTILITY.name } } });
  }

  /** @param {{ id: string, parentId?: string, url: string }} frame */
  #shows({ id, parentId, url }) {
    this.#known.add(id);
    if (parentId === undefined) this.frames.main = { id, url };
  }

  /**
   * @param {string} target
   * @param {{ id: string, parentId?: string, url: string, loaderId: string }} frame
   */
  #navigated(target, frame) {
    const { id, parentId, loaderId } = frame;
    if (parentId === undefined) {
      this.#loading = "";
      for (const { url, resolve, reject } of this.#navigations.splice(0)) {
        // MiniBrowser's own words about a page that it could not have.
        if (frame.url === "about:blank" && url !== frame.url) reject(new Error("no such page"));
        else resolve(loaderId);
      }
    } else if (!this.#known.has(id)) {
      this.#tell(target, { method: "Page.frameAttached",
        params: { frameId: id, parentFrameId: parentId } });
    }
    this.#shows(frame);
  }
}
