// Ways in which an author's page comes by the element, and what of it runs there: the rows of
// HOSTING.md's table of them, whose cells are what embed-hosts.spec.js has seen in each browser.

import { readFileSync } from "node:fs";

import { tableOf } from "./matrix.js";
import { directivesOf, policyIn, textOf } from "./policy.js";

/** @import { Site } from "./server.js" */
/** @import { Writing } from "./element.js" */
/** @import { Engine, Kind } from "./matrix.js" */

/**
 * @typedef {object} Way
 * @property {string} name as the table has it, in Markdown
 * @property {Kind | Record<Engine, Kind>} kind
 * @property {"own" | "other" | "alone" | "disk"} from where the element's files are: on the page's
 *   server, on another that lets the page read them, or that does not, or beside it on a disk
 * @property {Writing} [writing]
 * @property {(files: string) => string} [policy] of the page's server, for all that it sends; it
 *   knows where the files are from
 * @property {string} [root] the path that the site is below
 * @property {"sandboxed" | "open"} [frame] it is in a frame
 * @property {true} [shared] frames of no origin may read the files, too
 * @property {true} [readymade] it is embed.html, and not a page of the author's
 * @property {true} [asSite] the files have the headers that this site's pages are made for
 */

/** @typedef {Record<string, string | null>} Directives null: without it */

/** The page for authors, and the site that its examples have in place of the files'. */
const GUIDE = "site/content/en/authors.md";
const SITE = "https://example.org";

/**
 * What an element's files need of a policy, as the page for authors has it in a table.
 * @param {"own" | "other"} from
 * @param {string} [guide]
 */
export function needsOf(from, guide = GUIDE) {
  const lines = readFileSync(new URL(`../../${guide}`, import.meta.url), "utf8").split("\n");
  const rows = lines.map((line) => line.split("|").map((cell) => cell.trim().replace(/`/g, "")))
    .filter(([, directive = ""]) => /^(\w+-src|trusted-types)$/.test(directive));
  if (rows.length !== 4) throw new Error(`${guide} has ${rows.length} directives in tables, not 4`);
  return Object.fromEntries(rows.map(([, directive = "", own = "", other = ""]) =>
    [directive, from === "own" ? own : other]));
}

/**
 * The strictest policy of that page, where the files are on the page's own server; else the same
 * with what its table says of another; and with changes.
 * @param {"own" | "other"} from
 * @param {Directives} [changes]
 * @returns {(files: string) => string}
 */
export function strict(from, changes = {}) {
  return (files) => {
    const directives = directivesOf(policyIn(GUIDE));
    const more = { ...from === "other" && needsOf("other"), ...changes };
    for (const [name, sources] of Object.entries(more)) {
      if (sources === null) directives.delete(name);
      else directives.set(name, sources.split(" "));
    }
    return textOf(directives).replaceAll(SITE, files.replace(/\/$/, ""));
  };
}

/** One group of rows is one test. @type {Record<string, Way[]>} */
export const ways = {
  "one's own server": [
    { name: "the files beside the page, no headers but the types", kind: "worker", from: "own" },
    { name: "the same, below `/a/b/`, as a module", kind: "worker", from: "own", root: "/a/b/",
      writing: { by: "module" } },
  ],
  "one's own server, under a strict policy": [
    { name: "the strict policy", kind: "worker", from: "own", policy: strict("own") },
    { name: "the strict policy, as a module", kind: "worker", from: "own", policy: strict("own"),
      writing: { by: "module" } },
    { name: "the one script `klog-demo.all.js`, with `worker-src blob:` and no `connect-src`",
      kind: "worker", from: "own", writing: { by: "all" },
      policy: strict("own", { "connect-src": null, "worker-src": "blob:" }) },
  ],
  "a policy that has no worker": [
    { name: "`worker-src 'none'` as well", kind: "page", from: "own",
      policy: strict("own", { "worker-src": "'none'" }) },
  ],
  "a policy that has no WebAssembly, or lets nothing be fetched": [
    { name: "`script-src` without `'wasm-unsafe-eval'`", kind: "read", from: "own",
      policy: strict("own", { "script-src": "'self'", "worker-src": "'self'" }) },
    { name: "no `connect-src`", kind: "read", from: "own",
      policy: strict("own", { "connect-src": null }) },
  ],
  "a policy that has no Trusted Types of ours": [
    { name: "`trusted-types` without `kaen-log`", kind: "read", from: "own",
      policy: strict("own", { "trusted-types": "'none'" }) },
    { name: "the same, the one script", kind: "page", from: "own",
      policy: strict("own", { "trusted-types": "'none'" }), writing: { by: "all" } },
  ],
  "another origin": [
    { name: "another origin, with `Access-Control-Allow-Origin: *`", kind: "worker",
      from: "other" },
    { name: "another origin, as a module", kind: "worker", from: "other",
      writing: { by: "module" } },
  ],
  "another origin, under a strict policy": [
    { name: "another origin, the strict policy for it", kind: "worker", from: "other",
      policy: strict("other") },
    { name: "the same, without `worker-src blob:`", kind: "page", from: "other",
      policy: strict("other", { "worker-src": null }) },
  ],
  "another origin that lets nobody read": [
    { name: "another origin, without that header", kind: "read", from: "alone" },
    { name: "the same, the one script, its tag without `integrity`", kind: "worker",
      from: "alone", writing: { by: "all", sealed: false } },
  ],
  "a sandboxed frame": [
    { name: "a sandboxed frame, with `Access-Control-Allow-Origin: *`", kind: "worker",
      from: "own", frame: "sandboxed", shared: true },
    { name: "the same, from another origin", kind: "worker", from: "other", frame: "sandboxed" },
  ],
  "a frame of the page that is there for frames": [
    { name: "a frame: `embed.html`, under this site's policy", kind: "worker", from: "alone",
      frame: "open", readymade: true, asSite: true },
    { name: "a sandboxed frame: `embed.html`, no policy", kind: "worker", from: "alone",
      frame: "sandboxed", readymade: true },
    { name: "the same, under this site's policy", from: "alone",
      kind: { chromium: "page", firefox: "page", webkit: "read" },
      frame: "sandboxed", readymade: true, asSite: true },
  ],
  "a sandboxed frame on a server that lets nobody read": [
    { name: "a sandboxed frame, a page of one's own, its tag without `integrity`", kind: "worker",
      from: "own", frame: "sandboxed", writing: { sealed: false } },
  ],
  "a disk": [
    { name: "`file://`, the one script", kind: "worker", from: "disk",
      writing: { by: "all", sealed: false } },
    { name: "`file://`, `klog-demo.js` and the files beside it", kind: "worker", from: "disk",
      writing: { sealed: false } },
  ],
};

export const { documented, hold } = tableOf("how the element comes",
  Object.values(ways).flat().map(({ name }) => name));
