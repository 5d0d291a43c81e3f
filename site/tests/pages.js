// Every page of the built site, found in it: what holds for one is to hold for all. What is to be
// downloaded from it, what hosts answer with for a missing file, and the page for frames have tests
// of their own.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { dist } from "./dist.js";

/** @import { Lang } from "./fixture.js" */

/**
 * @typedef {object} SitePage
 * @property {string} path below the site's root, as a reader's address bar has it
 * @property {string} file below dist
 * @property {Lang} lang
 * @property {string} html
 */

/** @type {SitePage[]} */
export const pages = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".html") && !file.startsWith("downloads")
    && file !== "404.html" && file !== "embed.html")
  .sort().map((file) => {
    const html = readFileSync(join(dist, file), "utf8");
    const lang = /<html lang="(th|en)"/.exec(html)?.[1];
    if (lang !== "th" && lang !== "en") throw new Error(`${file} is in no language`);
    return { path: file.replace(/(^|\/)index\.html$/, "$1"), file, lang, html };
  });

if (pages.length < 2) throw new Error(`${dist} holds ${pages.length} pages`);

/**
 * The pages that hold a text.
 * @param {string} text of their HTML
 */
export function pagesWith(text) {
  const found = pages.filter(({ html }) => html.includes(text));
  if (found.length === 0) throw new Error(`no page holds ${text}`);
  return found;
}
