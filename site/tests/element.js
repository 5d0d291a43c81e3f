// <klog-demo> in pages of an author's own: such a page, as its author writes it and as its host
// sends it, and what a reader finds of the element there.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { extname, resolve } from "node:path";

import { dist } from "./dist.js";
import { test as base } from "./disk.js";
import { serve } from "./server.js";

/** @import { FrameLocator, Page } from "@playwright/test" */
/** @import { Answer, Fault, Site } from "./server.js" */

/** Where the build has the element and what belongs to it. */
export const folder = resolve(dist, "embed");

/**
 * A file of the element's, by the beginning and the end of its name: what is between is a hash.
 * @param {string} begin
 * @param {string} end
 */
export function fileOf(begin, end) {
  const names = readdirSync(folder).filter((name) => name.startsWith(begin) && name.endsWith(end)
    && /^(\.[0-9a-z]+)?$/i.test(name.slice(begin.length, name.length - end.length)));
  if (names.length !== 1 || !names[0]) {
    throw new Error(`${folder} has ${names.length} files ${begin}.HASH${end}: make build`);
  }
  return names[0];
}

/** @param {string} name */
export const bytesOf = (name) => readFileSync(resolve(folder, name));

/**
 * What stands in the tag's integrity, from the file itself.
 * @param {string} name
 */
export function integrityOf(name) {
  return `sha384-${createHash("sha384").update(bytesOf(name)).digest("base64")}`;
}

/**
 * How an author's page is written.
 * @typedef {object} Writing
 * @property {string} [tags] the elements, and what is around them
 * @property {string} [files] the address of the folder with the element's files; default: beside
 *   the page's own folder
 * @property {"classic" | "module" | "all"} [by] which script; default: classic
 * @property {boolean} [sealed] the tag has integrity and crossorigin; default: it has
 * @property {string} [lang] of the page
 * @property {string} [head] what else is in its head
 * @property {string} [title]
 */

const SCRIPTS = { classic: "klog-demo.js", module: "klog-demo.mjs", all: "klog-demo.all.js" };

/** The text that an author puts into the tag. */
export const FALLBACK = "What the author wrote for readers without scripts.";

/**
 * One element as an author writes it.
 * @param {string} attributes
 * @param {string} [inside]
 */
export const tag = (attributes, inside = `<p>${FALLBACK}</p>`) =>
  `<klog-demo ${attributes}>${inside}</klog-demo>`;

/**
 * The HTML of a page with the element on it. Nothing in it is of use to the element alone: a
 * strict policy finds no script and no style of its own in it.
 * @param {Writing} [writing]
 */
export function pageOf({ tags = tag('demo="recovery" lang="en"'), files = "../embed/",
  by = "classic", sealed = true, lang = "en", head = "", title = "A lesson" } = {}) {
  const name = SCRIPTS[by];
  const seal = sealed ? ` integrity="${integrityOf(name)}" crossorigin="anonymous"` : "";
  const kind = by === "module" ? ' type="module"' : " defer";
  return `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
${head}
<script src="${files}${name}"${kind}${seal}></script>
<main>
<h1>${title}</h1>
<p>What the author has to say.</p>
${tags}
<p>What the author says at last.</p>
</main>
</html>
`;
}

/** Every file. */
export const EVERYTHING = /./;

/** The element's files, wherever they lie. */
export const FILES = /\/embed\/[^/]+$/;

/**
 * No header but the type, as of a server that nobody has set up.
 * @type {(answer: Answer) => Answer}
 */
export const bare = ({ headers, ...answer }) =>
  ({ ...answer, headers: { "content-type": headers["content-type"] ?? "" } });

/**
 * Other origins may read it.
 * @type {Fault}
 */
export const shared = ({ headers, ...answer }) =>
  ({ ...answer, headers: { ...headers, "access-control-allow-origin": "*" } });

const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript",
});

/**
 * Puts a file on a server, and gives its address.
 * @param {Site} site
 * @param {string} path without a slash at its start
 * @param {string | Buffer} body
 * @param {Record<string, string>} [headers]
 */
export function put(site, path, body, headers = {}) {
  const name = path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  site.spoil(new RegExp(`^/${name}$`), () => ({
    status: 200, headers: { "content-type": type, ...headers }, body: Buffer.from(body),
  }));
  return site.url + path;
}

/**
 * Puts an author's page on a server under the author's policy, if any, and gives its address.
 * @param {Site} site
 * @param {Writing} [writing]
 * @param {{ policy?: string, at?: string }} [how]
 */
export function lesson(site, writing = {}, { policy = "", at = "lesson/index.html" } = {}) {
  return put(site, at, pageOf(writing), policy ? { "content-security-policy": policy } : {});
}

/**
 * An author's page, opened.
 * @typedef {(writing?: Writing, how?: { policy?: string, at?: string }) => Promise<void>} Write
 */

/**
 * What tests of the element start from: `site` has the page and the files, no headers but the
 * types; `other` is another origin, that lets the page read its files; `write` opens a page.
 * @type {import("@playwright/test").Fixtures<{ other: Site, write: Write }, {},
 *   { site: Site, page: Page }>}
 */
const fixtures = {
  other: async ({ site: _ }, use) => {
    const other = await serve();
    other.spoil(EVERYTHING, bare);
    other.spoil(FILES, shared);
    await use(other);
    await other.close();
  },
  write: async ({ site, page }, use) => {
    site.spoil(EVERYTHING, bare);
    put(site, "favicon.ico", ""); // browsers ask for it
    await use(async (writing, how) => {
      await page.goto(lesson(site, writing, how));
    });
  },
};

export const test = base.extend(fixtures);

/** What the element says, in either language, beside the verdicts of fixture.js. */
export const words = {
  en: {
    run: "Run", stop: "Stop", reset: "Reset", flags: "Flags",
    stopped: "Stopped. Press Run to start again.", cannotRun: "Can't run.",
  },
  th: {
    run: "Run", stop: "หยุด", reset: "คืนค่า", flags: "flag",
    stopped: "หยุดแล้ว · กด Run เพื่อเริ่มใหม่", cannotRun: "รันไม่ได้",
  },
};

/**
 * One element on a page, as a reader finds it.
 * @param {Page | FrameLocator} root
 * @param {number} [at] which, from 0
 * @param {keyof typeof words} [lang]
 */
export function elementOn(root, at = 0, lang = "en") {
  const host = root.locator("klog-demo").nth(at);
  const says = words[lang];
  return {
    host,
    run: host.getByRole("button", { name: says.run, exact: true }),
    stop: host.getByRole("button", { name: says.stop, exact: true }),
    reset: host.getByRole("button", { name: says.reset, exact: true }),
    flags: host.getByText(says.flags, { exact: true }).first(),
    status: host.getByRole("status"),
    alert: host.getByRole("alert"),
    /** @param {string | RegExp} flag with dashes */
    flag: (flag) => host.getByLabel(flag),
  };
}

/**
 * Keeps what the elements of a page tell by their events, from its beginning on.
 * @param {Page} page
 */
export async function hear(page) {
  await page.addInitScript(() => {
    /** @type {[string, any][]} */
    const heard = [];
    Object.defineProperty(document, "heard", { value: heard });
    for (const name of ["ready", "progress", "run", "result", "error"]) {
      document.addEventListener(`klog-${name}`, (event) => {
        if (!(event instanceof CustomEvent)) return;
        const { golden, state, code, field, loaded, total, options, text } = event.detail ?? {};
        heard.push([name, { golden, state, code, field, loaded, total, options,
          length: text?.length }]);
      });
    }
  });
  return async (/** @type {string} */ name) => {
    const heard = await page.evaluate(() =>
      /** @type {[string, any][]} */ (Reflect.get(document, "heard")));
    return heard.filter(([each]) => each === name).map(([, detail]) => detail);
  };
}

/**
 * What was asked for that was not the author's, nor of the element's folder; and what went wrong
 * unseen, with the policies that were broken.
 * @param {Page} page
 * @param {string[]} own where everything may come from
 */
export async function watch(page, ...own) {
  /** @type {string[]} */
  const seen = [];
  page.on("request", (request) => {
    const url = request.url();
    if (/^(data|blob|about):/.test(url) || own.some((each) => url.startsWith(each))) return;
    seen.push(`asked for ${url}`);
  });
  page.on("pageerror", ({ message }) => seen.push(`threw ${message}`));
  page.on("console", (message) => seen.push(`console: ${message.text()}`));
  await page.addInitScript(() => {
    globalThis.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      console.error(`${effectiveDirective} forbids ${blockedURI}`));
  });
  return seen;
}
