// The browser tests: Debian's Chromium, its Firefox ESR and its WebKitGTK, unseen. They need a
// built site (DIST, or ../dist).

import { fileURLToPath } from "node:url";

import { defineConfig } from "@playwright/test";

/**
 * What a Chromium started for a test leaves out. The last such list given to it is the one that
 * counts, so what Playwright itself leaves out is in it, as far as it is of this browser.
 */
const LEFT_OUT = [
  // Suggestions below the address bar, two documents for each window: two fifths of the time that
  // a test takes.
  "PreloadTopChromeWebUI", "WebUIOmniboxAimPopup", "WebUIOmniboxPopup",
  // Playwright's.
  "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
  "BlockOriginHeaderModificationOnRedirect", "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider", "GlobalMediaControls", "HttpsUpgrades", "LensOverlay", "MediaRouter",
  "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding",
  "ThirdPartyStoragePartitioning", "Translate",
];

/** Chromium as every test and bench starts it. */
export const chromium = {
  browserName: /** @type {const} */ ("chromium"),
  launchOptions: {
    executablePath: process.env.CHROME || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking",
      `--disable-features=${LEFT_OUT.join(",")}`],
  },
};

/** A Firefox as it is shipped: Playwright speaks WebDriver BiDi to it. */
const firefox = {
  browserName: /** @type {const} */ ("firefox"),
  channel: "moz-firefox",
  launchOptions: { executablePath: process.env.FIREFOX || "/usr/bin/firefox-esr" },
};

/** WebKitGTK, behind a program that speaks to it as Playwright speaks to its own WebKit. */
const webkit = {
  browserName: /** @type {const} */ ("webkit"),
  headless: false, // it has a display, which nobody sees
  launchOptions: {
    executablePath: fileURLToPath(new URL("tests/webkit/browser.js", import.meta.url)),
  },
};

/** What no browser does in a way of its own: the page's HTML is compared with bytes. */
const ONCE = ["shown", "bytes"];

/**
 * Where browsers differ: in starting the engine, keys, sizes, colours and fonts, and in what hosts
 * and policies may do.
 */
const EVERYWHERE = ["access-keyboard", "access-modes", "access-narrow", "authors", "embed-hosts",
  "matrix", "module", "pages-plain", "pages-thai", "run"];

/** What Firefox looks at besides: drawings step by step, requests, bytes told apart, the API. */
const FIREFOX = ["http", "manners", "pages-bytes", "pictures"];

const files = (/** @type {string[]} */ names) => names.map((name) => `**/${name}.spec.js`);

/**
 * Chromium runs all tests; another browser a part of them in `make test`, and all in `make
 * browsers`.
 * @param {string[]} part
 */
const testsOf = (part) => process.env.BROWSER_TESTS === "all" ? { testIgnore: files(ONCE) }
  : { testMatch: files(part) };

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.js",
  fullyParallel: true,
  workers: 2,
  timeout: 120_000, // a busy machine is no fault of the page
  expect: { timeout: 60_000 },
  reporter: "list",
  forbidOnly: Boolean(process.env.CI),
  // Where nobody can start it again. What passes at the second try is listed as flaky: a race in
  // the test or in the page, to be found.
  retries: process.env.CI ? 1 : 0,
  projects: [
    { name: "chromium", use: chromium },
    { name: "firefox", use: firefox, ...testsOf([...EVERYWHERE, ...FIREFOX]) },
    // It takes twice the time of the others for what it runs.
    { name: "webkit", use: webkit, timeout: 240_000, ...testsOf(EVERYWHERE) },
  ],
});
