// A window of WebKitGTK as Playwright knows its pages: what both speak the same way goes through,
// the rest is translated.

import { contentQuads, insertText, resolved, scrollIntoView } from "./dom.js";
import { inputOf } from "./input.js";

/** @import { Message } from "./inspector.js" */
/** @import { App } from "./launch.js" */

/** @typedef {(params: any) => unknown} Act */

/** Playwright keeps its own names out of the page's; here it has them in the page under a number of
 * their own. */
const UTILITY = "__playwright_utility_world__";
const UTILITY_BASE = 1_000_000;
/** Contexts of pages whose scripts are off: WebKit tells of none, and needs none to be named. */
const SILENT_BASE = 500_000;
/** Our questions among Playwright's. */
const OWN_BASE = 1_000_000_000;

/** What Playwright's build knows and WebKitGTK does not, and no test asks for. */
const NEEDLESS = new Set(["Page.createUserWorld", "Page.overrideUserAgent", "Page.overrideSetting",
  "Page.setTouchEmulationEnabled", "Page.setInterceptFileChooserDialog"]);

/**
 * @typedef {object} Host
 * @property {(scale: number) => Promise<App>} app starts the browser, or gives it
 * @property {() => Promise<number | undefined>} newWindow of the display
 * @property {(window: number) => void} focus
 * @property {(message: Message) => void} send to Playwright, as this page's
 */

export class BrowserPage {
  #host;
  #targetId;
  /** @type {Map<string, string>} the browser's names of targets to Playwright's */
  #names = new Map();
  #size = { width: 1280, height: 720 };
  #scale = 1;
  #hasScripts = true;
  /** @type {() => void} */
  #begin = () => {};
  /** @type {Promise<void>} */
  #ready;
  /** @type {App | undefined} */
  #app;
  #target = 0n;
  #handle = "";
  /** @type {number | undefined} */
  #window;
  /** @type {ReturnType<typeof inputOf> | undefined} */
  #input;
  /** @type {Map<number, (message: Message) => void>} */
  #answers = new Map();
  #lastId = OWN_BASE;
  #current = ""; // the browser's name of the target that is shown
  #frame = { id: "", url: "" };
  #silent = SILENT_BASE;
  /** @type {Promise<unknown>} */
  #acted = Promise.resolve();
  /** @type {Set<string>} */
  #frames = new Set();
  /** @type {((loaderId: string | undefined) => void)[]} */
  #navigations = [];

  /**
   * @param {string} id
   * @param {Host} host
   */
  constructor(id, host) {
    this.#host = host;
    this.#targetId = `target-${id}`;
    this.#ready = new Promise((resolve) => {
      this.#begin = () => resolve(undefined);
    }).then(() => this.#start());
    this.#ready.catch(() => {});
  }

  /** Says that there is a page. The browser waits for its size. */
  announce() {
    this.#host.send({ method: "Target.targetCreated", params: {
      targetInfo: { targetId: this.#targetId, type: "page", isProvisional: false },
    } });
  }

  /** @type {Record<string, Act>} what is said to a page from outside */
  #outer = {
    "Dialog.enable": () => ({}),
    "Emulation.setActiveAndFocused": () => ({}),
    "Emulation.setJavaScriptEnabled": ({ enabled }) => {
      this.#hasScripts = enabled;
      return {};
    },
    "Emulation.setDeviceMetricsOverride": async ({ width, height, deviceScaleFactor }) => {
      this.#size = { width, height };
      this.#scale = deviceScaleFactor;
      if (this.#app) await this.#resize();
      return {};
    },
    // The last that Playwright says before a page has to be there.
    "Emulation.setAuthCredentials": () => {
      this.#begin();
      return {};
    },
    "Target.activate": () => ({}),
    "Target.resume": ({ targetId }) => this.#askTarget("Target.resume", { targetId }),
    "Target.sendMessageToTarget": ({ targetId, message }) => {
      void this.#toTarget(targetId, JSON.parse(message));
      return {};
    },
    "Input.dispatchMouseEvent": (event) => this.#act(() => this.#input?.mouse(event)),
    "Input.dispatchKeyEvent": (event) => this.#act(() => this.#input?.key(event)),
  };

  /** @type {Record<string, Act>} what is said to a page's target */
  #inner = {
    "Page.setForcedColors": ({ forcedColors }) => {
      if (forcedColors === "Active") throw new Error("WebKitGTK has no forced colours");
      return {};
    },
    "Network.setEmulateOfflineState": ({ offline }) => {
      if (offline) throw new Error("WebKitGTK can't be told to be offline: close the server");
      return {};
    },
    "Page.insertText": (params) => insertText(this.ask, params),
    "Page.snapshotRect": (params) => this.ask("Page.snapshotRect", { ...params,
      ...Object.fromEntries(["x", "y", "width", "height"].map((side) =>
        [side, Math.round(params[side])])) }),
    "Page.goBack": () => this.ask("Runtime.evaluate", { expression: "history.back()" }),
    "Page.goForward": () => this.ask("Runtime.evaluate", { expression: "history.forward()" }),
    "DOM.describeNode": () => ({ ownerFrameId: this.#frame.id }),
    "DOM.getContentQuads": (params) => contentQuads(this.ask, params),
    "DOM.scrollIntoViewIfNeeded": (params) => scrollIntoView(this.ask, params),
    "DOM.resolveNode": (params) => resolved(this.ask, params),
  };

  /**
   * Answers what Playwright says to the page.
   * @param {Message} message
   */
  async take({ id, method = "", params = {} }) {
    const act = this.#outer[method];
    try {
      if (!act) throw new Error(`WebKitGTK knows no ${method}`);
      this.#host.send({ ...id !== undefined && { id }, result: await act(params) ?? {} });
    } catch (error) {
      this.#host.send({ ...id !== undefined && { id }, error: { message: String(error) } });
    }
  }

  /**
   * Goes to an address.
   * @param {string} url
   * @returns {Promise<{ loaderId?: string }>}
   */
  async navigate(url) {
    await this.#ready;
    const [before, after] = [this.#frame.url, url].map((each) => each.split("#")[0]);
    if (before === after && url.includes("#") && url !== this.#frame.url) {
      await this.ask("Page.navigate", { url });
      return {};
    }
    /** @type {Promise<string | undefined>} */
    const begun = new Promise((resolve) => this.#navigations.push(resolve));
    await this.ask("Page.navigate", { url });
    const loaderId = await begun;
    return { ...loaderId !== undefined && { loaderId } };
  }

  async close() {
    await this.#ready.catch(() => {});
    await this.#app?.automate("closeBrowsingContext", { handle: this.#handle }).catch(() => {});
  }

  /**
   * Asks the page that is shown.
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

  async #start() {
    const app = await this.#host.app(this.#scale);
    this.#app = app;
    const { handle } = await app.automate("createBrowsingContext", { presentationHint: "Window" });
    this.#handle = handle;
    this.#input = inputOf(app, handle);
    // Before it has been somewhere it has no process that could answer.
    await app.automate("navigateBrowsingContext", { handle, url: "about:blank",
      pageLoadStrategy: "Normal", pageLoadTimeout: 60_000 });
    this.#window = await this.#host.newWindow();
    this.#focus();
    this.#target = await app.inspector.target((id, { type }) =>
      type === "WebPage" && !taken.get(app)?.has(id));
    taken.set(app, (taken.get(app) ?? new Set()).add(this.#target));
    const created = new Promise((resolve) => {
      app.inspector.open(this.#target, (message) => {
        if (message.method === "Target.targetCreated" && this.#current === "") {
          this.#current = message.params.targetInfo.targetId;
          this.#names.set(this.#current, this.#targetId);
          resolve(null);
        } else {
          this.#fromBrowser(message);
        }
      });
    });
    await created;
    if (!this.#hasScripts) {
      await this.ask("Page.overrideSetting", { setting: "ScriptEnabled", value: false });
    }
    await this.#resize();
    app.inspector.onTargets(() => void this.#look());
  }

  /** Has the window as large as the page is to be. */
  async #resize() {
    const { width, height } = this.#size;
    await this.#app?.automate("setWindowFrameOfBrowsingContext",
      { handle: this.#handle, origin: { x: 0, y: 0 }, size: { width, height } });
    for (let i = 0; i < 500; i++) {
      const { result } = await this.ask("Runtime.evaluate",
        { expression: "`${innerWidth} ${innerHeight}`", returnByValue: true });
      if (result.value === `${width} ${height}`) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`the window does not become ${width} x ${height}`);
  }

  /**
   * Has the reader do one thing after the other: what is not finished gives way to the next.
   * @param {() => unknown} act
   */
  #act(act) {
    const acted = this.#acted.then(() => {
      this.#focus();
      return act();
    });
    this.#acted = acted.catch(() => {});
    return acted.then(() => ({}));
  }

  /** Has the keyboard. */
  #focus() {
    if (this.#window !== undefined) this.#host.focus(this.#window);
  }

  /** Whether the address has changed without another page. */
  async #look() {
    if (this.#frame.id === "") return;
    const { result } = await this.ask("Runtime.evaluate",
      { expression: "location.href", returnByValue: true }).catch(() => ({ result: {} }));
    if (typeof result.value !== "string" || result.value === this.#frame.url) return;
    this.#frame.url = result.value;
    this.#tell(this.#current, { method: "Page.navigatedWithinDocument",
      params: { frameId: this.#frame.id, url: result.value } });
  }

  /**
   * @param {string} name Playwright's
   * @param {Message} message
   */
  async #toTarget(name, message) {
    const { id, method = "", params = {} } = message;
    await this.#ready.catch(() => {});
    const target = [...this.#names].find(([, known]) => known === name)?.[0] ?? name;
    const act = this.#inner[method];
    if (!act && !NEEDLESS.has(method)) {
      if (params.contextId >= UTILITY_BASE) params.contextId -= UTILITY_BASE;
      if (params.contextId >= SILENT_BASE) delete params.contextId;
      if (target !== this.#current) this.#names.set(target, name);
      await this.#say(target, message).catch(({ message: text }) =>
        this.#tell(target, { ...id !== undefined && { id }, error: { message: text } }));
      return;
    }
    try {
      this.#tell(target, { ...id !== undefined && { id }, result: await act?.(params) ?? {} });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.#tell(target, { ...id !== undefined && { id }, error: { message: text } });
    }
  }

  /**
   * @param {string} target
   * @param {Message} message
   */
  #say(target, message) {
    return this.#askTarget("Target.sendMessageToTarget",
      { targetId: target, message: JSON.stringify(message) });
  }

  /**
   * @param {string} method
   * @param {object} params
   */
  async #askTarget(method, params) {
    await this.#app?.inspector.ask(this.#target, method, params);
  }

  /**
   * Says something to Playwright as a target.
   * @param {string} target
   * @param {Message} message
   */
  #tell(target, message) {
    this.#host.send({ method: "Target.dispatchMessageFromTarget", params: {
      targetId: this.#names.get(target) ?? target, message: JSON.stringify(message),
    } });
  }

  /** @param {Message} message from the browser */
  #fromBrowser(message) {
    const { method, params } = message;
    if (method === "Target.dispatchMessageFromTarget") {
      this.#fromTarget(params.targetId, JSON.parse(params.message));
      return;
    }
    if (method === "Target.didCommitProvisionalTarget") {
      this.#current = params.newTargetId;
      const name = (/** @type {string} */ id) => this.#names.get(id) ?? id;
      this.#host.send({ method, params: {
        oldTargetId: name(params.oldTargetId), newTargetId: name(params.newTargetId) } });
      return;
    }
    if (method === "Target.targetDestroyed") {
      params.targetId = this.#names.get(params.targetId) ?? params.targetId;
    }
    if (method?.startsWith("Target.")) this.#host.send(message);
  }

  /**
   * @param {string} target
   * @param {Message} message
   */
  #fromTarget(target, message) {
    const { id, method, params } = message;
    if (id !== undefined && id >= OWN_BASE) {
      this.#answers.get(id)?.(message);
      this.#answers.delete(id);
      return;
    }
    if (id !== undefined && message.result?.frameTree) this.#begun(message.result.frameTree.frame);
    if (method === "Page.loadEventFired" || method === "Page.domContentEventFired") {
      params.frameId ??= this.#frame.id;
    }
    if (method === "Page.frameNavigated") this.#begun(params.frame, target);
    this.#tell(target, message);
    if (method === "Page.frameNavigated" && !this.#hasScripts) {
      this.#tellContext(target, { id: ++this.#silent, type: "normal", name: "",
        frameId: params.frame.id });
    }
    if (method === "Runtime.executionContextCreated" && params.context.type === "normal") {
      this.#tellContext(target, params.context, false);
    }
    if (method === "Network.requestWillBeSent" && params.type === "Document"
      && params.frameId === this.#frame.id) {
      this.#navigated(params.loaderId);
    }
  }

  /**
   * Tells of a context, and of Playwright's own in the same place.
   * @param {string} target
   * @param {{ id: number, type: string, name: string, frameId: string }} context
   * @param {boolean} [isNew] Playwright has not heard of it
   */
  #tellContext(target, context, isNew = true) {
    const method = "Runtime.executionContextCreated";
    if (isNew) this.#tell(target, { method, params: { context } });
    this.#tell(target, { method, params: { context: {
      ...context, id: context.id + UTILITY_BASE, type: "user", name: UTILITY } } });
  }

  /**
   * A page is in a frame.
   * @param {{ id: string, parentId?: string, url: string, loaderId: string }} frame
   * @param {string} [target] that tells of it
   */
  #begun({ id, parentId, url, loaderId }, target) {
    if (parentId === undefined) {
      this.#frame = { id, url };
      if (target !== undefined) this.#navigated(loaderId);
    } else if (target !== undefined && !this.#frames.has(id)) {
      this.#tell(target, { method: "Page.frameAttached",
        params: { frameId: id, parentFrameId: parentId } });
    }
    this.#frames.add(id);
  }

  /** @param {string} loaderId */
  #navigated(loaderId) {
    for (const resolve of this.#navigations.splice(0)) resolve(loaderId);
  }
}

/** @type {WeakMap<App, Set<bigint>>} the targets that have a page already */
const taken = new WeakMap();
