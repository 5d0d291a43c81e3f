// A window of WebKitGTK as one of Playwright's pages: how large it is, what the reader does in it.

import { inputOf } from "./input.js";
import { Target } from "./target.js";

/** @import { Message } from "./inspector.js" */
/** @import { App } from "./launch.js" */

/**
 * @typedef {object} Host
 * @property {(scale: number) => Promise<App>} app starts the browser, or gives it
 * @property {() => Promise<number>} newWindow of the display
 * @property {(window: number) => void} focus
 * @property {(message: Message) => void} send to Playwright, as this page's
 */

/**
 * A page that is there.
 * @typedef {object} Ready
 * @property {App} app
 * @property {string} handle automation's name of the window
 * @property {number} window the display's
 * @property {Target} target
 * @property {(method: string, params: object) => Promise<any>} inspect
 * @property {ReturnType<typeof inputOf>} input
 */

export class BrowserPage {
  #host;
  #name;
  #size = { width: 1280, height: 720 };
  #scale = 1;
  #hasScripts = true;
  /** @type {() => void} */
  #begin = () => {};
  /** @type {Promise<Ready>} */
  #ready;
  /** @type {Promise<unknown>} */
  #acted = Promise.resolve();
  #isThere = false;

  /**
   * @param {string} id
   * @param {Host} host
   */
  constructor(id, host) {
    this.#host = host;
    this.#name = `target-${id}`;
    this.#ready = new Promise((resolve) => {
      this.#begin = () => resolve(undefined);
    }).then(() => this.#start());
    this.#ready.catch(() => {});
  }

  /** Says that there is a page. The browser waits until it is told how it is to be. */
  announce() {
    this.#host.send({ method: "Target.targetCreated", params: {
      targetInfo: { targetId: this.#name, type: "page", isProvisional: false },
    } });
  }

  /** @type {Record<string, (params: any) => unknown>} */
  #acts = {
    "Dialog.enable": () => ({}),
    "Emulation.setActiveAndFocused": () => ({}),
    "Target.activate": () => ({}),
    "Emulation.setJavaScriptEnabled": ({ enabled }) => {
      this.#hasScripts = enabled;
    },
    "Emulation.setDeviceMetricsOverride": async ({ width, height, deviceScaleFactor }) => {
      this.#size = { width, height };
      this.#scale = deviceScaleFactor;
      if (this.#isThere) await this.#resize();
    },
    // The last that Playwright says before the page has to be there.
    "Emulation.setAuthCredentials": () => this.#begin(),
    "Target.resume": async (params) => (await this.#ready).inspect("Target.resume", params),
    "Target.sendMessageToTarget": ({ targetId, message }) => {
      const { id, ...rest } = JSON.parse(message);
      void this.#ready.then(({ target }) => target.take(targetId, { id, ...rest }), (error) => {
        const answer = JSON.stringify({ id, error: { message: String(error) } });
        this.#host.send({ method: "Target.dispatchMessageFromTarget",
          params: { targetId, message: answer } });
      });
    },
    "Input.dispatchMouseEvent": (event) => this.#act(({ input }) => input.mouse(event)),
    "Input.dispatchKeyEvent": (event) => this.#act(({ input }) => input.key(event)),
  };

  /**
   * Answers what Playwright says to the page.
   * @param {Message} message
   */
  async take({ id, method = "", params = {} }) {
    const reply = (/** @type {Message} */ rest) =>
      this.#host.send({ ...id !== undefined && { id }, ...rest });
    try {
      const act = this.#acts[method];
      if (!act) throw new Error(`WebKitGTK knows no ${method}`);
      reply({ result: await act(params) ?? {} });
    } catch (error) {
      reply({ error: { message: error instanceof Error ? error.message : String(error) } });
    }
  }

  /**
   * Goes to an address, as if it had been typed.
   * @param {string} url
   */
  async navigate(url) {
    const { app, handle, target } = await this.#ready;
    const { url: before } = target.frames.main;
    const isHere = url !== before && url.includes("#")
      && url.split("#")[0] === before.split("#")[0];
    const next = isHere ? undefined : target.next(url);
    await app.automate("navigateBrowsingContext",
      { handle, url, pageLoadStrategy: "None", pageLoadTimeout: 60_000 });
    if (next) return { loaderId: await next };
    void until(async () => {
      await target.look();
      return target.frames.main.url === url;
    });
    return {};
  }

  async close() {
    if (!this.#isThere) return;
    const { app, handle } = await this.#ready;
    await app.automate("closeBrowsingContext", { handle }).catch(() => {});
  }

  async #start() {
    const app = await this.#host.app(this.#scale);
    const { handle } = await app.automate("createBrowsingContext", { presentationHint: "Window" });
    // Before it has been somewhere it has no process that could answer.
    await app.automate("navigateBrowsingContext", { handle, url: "about:blank",
      pageLoadStrategy: "Normal", pageLoadTimeout: 60_000 });
    const window = await this.#host.newWindow();
    this.#host.focus(window);
    const shown = await app.inspector.target((id, { type }) =>
      type === "WebPage" && !app.taken.has(id));
    app.taken.add(shown);
    const inspect = (/** @type {string} */ method, /** @type {object} */ params) =>
      app.inspector.ask(shown, method, params);
    const target = new Target(this.#name, this.#hasScripts, {
      browser: inspect, playwright: this.#host.send, window: (method) =>
        app.automate(method, { handle, pageLoadStrategy: "None", pageLoadTimeout: 60_000 }),
    });
    await new Promise((resolve) => {
      app.inspector.open(shown, (message) => {
        target.fromBrowser(message);
        resolve(null);
      });
    });
    await inspect("Target.setPauseOnStart", { pauseOnStart: true });
    if (!this.#hasScripts) {
      await target.ask("Page.overrideSetting", { setting: "ScriptEnabled", value: false });
    }
    app.inspector.onTargets(() => void target.look());
    const page = { app, handle, window, target, inspect, input: inputOf(app, handle) };
    await this.#resize(page);
    this.#isThere = true;
    return page;
  }

  /**
   * Has the window as large as the page is to be.
   * @param {Ready} [page]
   */
  async #resize(page) {
    const { app, handle, target } = page ?? await this.#ready;
    const { width, height } = this.#size;
    const set = (/** @type {number} */ frame) => app.automate("setWindowFrameOfBrowsingContext",
      { handle, origin: { x: 0, y: 0 }, size: { width, height: height + frame } });
    let frame = 0;
    await set(frame);
    await until(async () => {
      const { result } = await target.ask("Runtime.evaluate",
        { expression: "[innerWidth, innerHeight, outerHeight]", returnByValue: true });
      const [innerWidth, innerHeight, outerHeight] = result.value;
      if (innerWidth === width && innerHeight === height) return true;
      // A second window has a tool bar.
      if (outerHeight === height + frame && outerHeight - innerHeight !== frame) {
        frame = outerHeight - innerHeight;
        await set(frame);
      }
      return false;
    }, `the window does not become ${width} x ${height}`);
  }

  /**
   * Has the reader do one thing after the other: what is not finished gives way to the next.
   * @param {(page: Ready) => unknown} act
   */
  async #act(act) {
    const page = await this.#ready;
    const acted = this.#acted.then(() => {
      this.#host.focus(page.window);
      return act(page);
    });
    this.#acted = acted.catch(() => {});
    await acted;
  }
}

/**
 * Waits for something, some seconds at most.
 * @param {() => Promise<boolean>} isSo
 * @param {string} [fault] what is wrong then
 */
export async function until(isSo, fault) {
  for (let i = 0; i < 400; i++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  if (fault) throw new Error(fault);
}
