// What every browser test starts from: a server of its own, and a demo on a page as a reader
// finds it: by its heading, its buttons' names, its status line.

import { test as base } from "@playwright/test";

import { serve } from "./server.js";

/** @import { Page } from "@playwright/test" */
/** @import { Site } from "./server.js" */

/**
 * @type {import("@playwright/test").Fixtures<{ site: Site }, {},
 *   import("@playwright/test").PlaywrightTestArgs>}
 */
const fixtures = {
  site: async ({ context: _ }, use) => {
    const site = await serve();
    await use(site);
    await site.close();
  },
};

/** @typedef {{ page: Page, site: Site }} Given */

export const test = base.extend(fixtures);

/**
 * Gathers what a page writes to its console, and its faults; without what a browser says of itself:
 * WebKitGTK does not know all directives of the policy.
 * @param {Page} page
 */
export function listen(page) {
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => {
    const text = message.text();
    if (!text.startsWith("Unrecognized Content-Security-Policy directive 'manifest-src'")) {
      said.push(text);
    }
  });
  page.on("pageerror", (error) => said.push(String(error)));
  return said;
}

/** What stands on the pages, in either language. */
export const languages = {
  th: {
    path: "", run: "Run", stop: "หยุด", reset: "คืนค่า flag", ready: "พร้อมรัน",
    heading: { produce: /^ก่อนตอบว่า/, dedup: /^ack หาย/, recovery: /^broker ที่เพิ่งล้ม/ },
    identical: (/** @type {string} */ bytes) => `ตรงกัน: ${bytes} byte เหมือน golden ทุก byte`,
  },
  en: {
    path: "en/", run: "Run", stop: "Stop", reset: "Reset flags", ready: "Ready.",
    heading: { produce: /^What should a broker/, dedup: /^The ack is lost/,
      recovery: /^What can a broker/ },
    identical: (/** @type {string} */ bytes) =>
      `Identical: ${bytes} bytes, every one as in the golden output.`,
  },
};

/** @typedef {keyof typeof languages} Lang */
/** @typedef {"produce" | "dedup" | "recovery"} Name */

/** The bytes of each demo's golden file, as the status line says them. */
export const sizes = { produce: "4,664", dedup: "6,263", recovery: "1,505" };

/**
 * One demo on a page.
 * @param {Page} page
 * @param {Lang} lang
 * @param {Name} name
 */
export function demoOn(page, lang, name) {
  const words = languages[lang];
  const region = page.getByRole("region", { name: words.heading[name] });
  return {
    region,
    run: region.getByRole("button", { name: words.run, exact: true }),
    stop: region.getByRole("button", { name: words.stop, exact: true }),
    reset: region.getByRole("button", { name: words.reset, exact: true }),
    status: region.getByRole("status"),
    alert: region.getByRole("alert"),
    /** @param {string} flag with dashes */
    flag: (flag) => region.getByLabel(flag),
    /** @param {string | RegExp} title */
    section: (title) => region.getByRole("region", { name: title }),
  };
}

/** The page that shows all three demos whole, as the server is asked for it. */
export const DEMOS = /\/demos\.html$/;

/**
 * Opens the page of all demos in a language and gives one of them.
 * @param {Given} given
 * @param {Lang} lang
 * @param {Name} name
 */
export async function open({ page, site }, lang, name) {
  await page.goto(`${site.url}${languages[lang].path}demos.html`);
  return demoOn(page, lang, name);
}

/**
 * Puts a page and its module on the server; what the module writes is read as its status.
 * @param {Site} site
 * @param {string} source
 */
export function author(site, source) {
  /** @type {(file: RegExp, type: string, text: string) => void} */
  const send = (file, type, text) => site.spoil(file, ({ headers }) => ({
    status: 200, headers: { ...headers, "content-type": type }, body: Buffer.from(text),
  }));
  send(/lesson\/index\.html$/, "text/html; charset=utf-8", "<!doctype html><title>Lesson</title>"
    + "<p role=status>loading</p><script type=module src=lesson.mjs></script>");
  send(/lesson\/lesson\.mjs$/, "text/javascript", `
    import { loadKlog } from "../klog.mjs";
    const say = (...words) => {
      document.querySelector("p").textContent = words.join(" ");
    };
    ${source}`);
  return `${site.url}lesson/index.html`;
}
