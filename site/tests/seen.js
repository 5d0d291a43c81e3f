// A page as some readers have it: in the dark, with colours of their own, without motion,
// without scripts, magnified. Chromium and WebKitGTK are asked by their contexts. Firefox, which is
// driven by WebDriver BiDi, knows none of these there; its preferences do, so each set of them is a
// Firefox of its own, started once.

import { test as base } from "./fixture.js";

/** @import { Browser, Page } from "@playwright/test" */

/**
 * @typedef {object} Reader
 * @property {boolean} [dark]
 * @property {boolean} [forced] forced colours, as Windows' contrast themes have them
 * @property {boolean} [still] reduced motion
 * @property {boolean} [noScripts]
 * @property {number} [width] of the window, in CSS pixels
 * @property {number} [height]
 * @property {number} [scale] device pixels to a CSS pixel
 */

/** @typedef {(reader: Reader) => Promise<Page>} Look */

/** @param {Reader} reader */
function preferences({ dark, forced, still, noScripts }) {
  return {
    ...dark && { "layout.css.prefers-color-scheme.content-override": 0 },
    ...forced && { "browser.display.document_color_use": 2 },
    ...still && { "ui.prefersReducedMotion": 1 },
    ...noScripts && { "javascript.enabled": false },
  };
}

/** @typedef {Map<string, Promise<Browser>>} Started by their preferences */

/**
 * @type {import("@playwright/test").Fixtures<{ look: Look }, { started: Started },
 *   import("@playwright/test").PlaywrightTestArgs,
 *   import("@playwright/test").PlaywrightWorkerArgs
 *   & import("@playwright/test").PlaywrightWorkerOptions>}
 */
const fixtures = {
  started: [async ({ browser: _ }, use) => {
    /** @type {Started} */
    const started = new Map();
    await use(started);
    for (const browser of started.values()) await (await browser).close();
  }, { scope: "worker" }],

  look: async ({ browser, browserName, launchOptions, channel, playwright, started }, use) => {
    /** @type {import("@playwright/test").BrowserContext[]} */
    const contexts = [];
    await use(async (reader) => {
      const { dark, forced, still, noScripts, width = 1280, height = 720, scale = 1 } = reader;
      const screen = { viewport: { width, height }, deviceScaleFactor: scale };
      const firefoxUserPrefs = preferences(reader);
      const key = JSON.stringify(firefoxUserPrefs);
      let context;
      if (browserName !== "firefox" || key === "{}") {
        context = await browser.newContext({
          ...screen, colorScheme: dark ? "dark" : "light", forcedColors: forced ? "active" : "none",
          reducedMotion: still ? "reduce" : "no-preference", javaScriptEnabled: !noScripts,
        });
      } else {
        const own = started.get(key) ?? playwright.firefox.launch({
          ...launchOptions, ...channel && { channel }, firefoxUserPrefs,
        });
        started.set(key, own);
        context = await (await own).newContext(screen);
      }
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
};

export const test = base.extend(fixtures);
