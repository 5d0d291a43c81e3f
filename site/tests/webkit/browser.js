#!/usr/bin/env node
// WebKitGTK as Playwright's WebKit. Playwright starts this program in place of its own build,
// which is not to be had everywhere, and speaks with it by two pipes; here its contexts are each a
// MiniBrowser of their own. Everything ends with this program, which leads a group of processes.

import { createReadStream, createWriteStream, rmSync } from "node:fs";

import { Display } from "./display.js";
import { launch, newProfile } from "./launch.js";
import { BrowserPage, until } from "./page.js";

/** @import { Message } from "./inspector.js" */
/** @import { App } from "./launch.js" */

const profile = newProfile();
const input = createReadStream("", { fd: 3 });
const output = createWriteStream("", { fd: 4 });

/** @param {Message & { pageProxyId?: string }} message */
const send = (message) => void output.write(`${JSON.stringify(message)}\0`);

/** Ends all that was started from here, and this. */
function end() {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  process.kill(-process.pid, "SIGKILL");
}

const display = await Display.start();

/** @typedef {{ app?: Promise<App>, pages: Set<string> }} Context */

/** @type {Map<string, Context>} */
const contexts = new Map();
/** @type {Map<string, BrowserPage>} */
const pages = new Map();
/** @type {Map<number, string>} the display's windows, and whose page each shows */
const windows = new Map();
let lastId = 0;

/** @param {string} contextId */
function newPage(contextId) {
  const context = contexts.get(contextId);
  if (!context) throw new Error(`no context ${contextId}`);
  const pageProxyId = `page-${++lastId}`;
  const page = new BrowserPage(pageProxyId, {
    app: (scale) => context.app ??= launch(display, profile, scale),
    async newWindow() {
      let found = 0;
      await until(async () => {
        found = (await display.windows()).find((each) => !windows.has(each)) ?? 0;
        return found !== 0;
      }, "the browser shows no window");
      windows.set(found, pageProxyId);
      return found;
    },
    focus: (window) => display.focus(window),
    send: (message) => send({ ...message, pageProxyId }),
  });
  pages.set(pageProxyId, page);
  context.pages.add(pageProxyId);
  send({ method: "Playwright.pageProxyCreated",
    params: { browserContextId: contextId, pageProxyId } });
  page.announce();
  return { pageProxyId };
}

/** @param {string} pageProxyId */
function gone(pageProxyId) {
  pages.delete(pageProxyId);
  for (const [window, page] of windows) if (page === pageProxyId) windows.delete(window);
  for (const context of contexts.values()) context.pages.delete(pageProxyId);
  send({ method: "Playwright.pageProxyDestroyed", params: { pageProxyId } });
}

/** @type {Record<string, (params: any) => unknown>} */
const acts = {
  "Playwright.enable": () => ({}),
  "Playwright.close": () => end(),
  "Playwright.createContext": () => {
    const browserContextId = `context-${++lastId}`;
    contexts.set(browserContextId, { pages: new Set() });
    return { browserContextId };
  },
  "Playwright.deleteContext": async ({ browserContextId }) => {
    const context = contexts.get(browserContextId);
    contexts.delete(browserContextId);
    await (await context?.app)?.close();
    for (const id of context?.pages ?? []) gone(id);
    return {};
  },
  "Playwright.setDownloadBehavior": () => ({}),
  "Playwright.setLanguages": () => ({}),
  "Playwright.createPage": ({ browserContextId }) => newPage(browserContextId),
  "Playwright.navigate": ({ pageProxyId, url }) => pages.get(pageProxyId)?.navigate(url),
  "Playwright.closePage": async ({ pageProxyId }) => {
    await pages.get(pageProxyId)?.close();
    gone(pageProxyId);
    return {};
  },
};

/** @param {Message & { pageProxyId?: string }} message */
async function take({ pageProxyId, ...message }) {
  if (pageProxyId !== undefined) {
    await pages.get(pageProxyId)?.take(message);
    return;
  }
  const { id, method = "", params = {} } = message;
  const act = acts[method];
  try {
    if (!act) throw new Error(`WebKitGTK knows no ${method}`);
    send({ ...id !== undefined && { id }, result: await act(params) ?? {} });
  } catch (error) {
    send({ ...id !== undefined && { id }, error: { message: String(error) } });
  }
}

let unread = "";
input.setEncoding("utf8");
input.on("data", (text) => {
  const messages = (unread + text).split("\0");
  unread = messages.pop() ?? "";
  for (const message of messages) void take(JSON.parse(message));
});
input.on("end", end);
input.on("error", end);
process.on("uncaughtException", (error) => {
  process.stderr.write(`${error.stack}\n`);
  end();
});
process.on("SIGTERM", end);
process.on("SIGINT", end);
