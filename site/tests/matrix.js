// Ways in which the pages come to a reader, and what of them runs there: the rows of the table in
// HOSTING.md, whose cells are what matrix.spec.js has seen in each browser.

import { readFileSync, writeFileSync } from "node:fs";

import { expect } from "@playwright/test";

import { DEMOS } from "./fixture.js";
import { POLICY, policyWith, policyWithout } from "./policy.js";
import { edited, typed, under } from "./server.js";

/** @import { Answer, Fault, Site } from "./server.js" */

/**
 * What a reader can do with a page: run it, in a worker or in the page itself, or only read it.
 * @typedef {"worker" | "page" | "read"} Kind
 */
/** @typedef {"chromium" | "firefox" | "webkit"} Engine */
/** @typedef {{ kind: Kind, words: string }} Seen what came of it, and what was said */

/**
 * @typedef {object} Row
 * @property {string} name as the table has it, in Markdown
 * @property {Kind | Record<Engine, Kind>} kind
 * @property {(site: Site) => void} set how it is served
 * @property {string} [root] the path that the site is below
 * @property {true} [framed] in a sandboxed frame
 */

const EVERYTHING = /./;
const SCRIPT = /\.m?js$/;

/** @type {(answer: Answer, ...names: string[]) => Answer} */
function without(answer, ...names) {
  const headers = Object.entries(answer.headers).filter(([name]) => !names.includes(name));
  return { ...answer, headers: Object.fromEntries(headers) };
}

/** @type {(answer: Answer) => Answer} no header but the type */
const bare = (answer) =>
  without(answer, "content-security-policy", "x-content-type-options", "cache-control");

/** @type {(policy: string) => (site: Site) => void} */
const header = (policy) => (site) => site.spoil(EVERYTHING, under(policy));

/** @type {(policy: string) => (site: Site) => void} */
const meta = (policy) => (site) => {
  site.spoil(EVERYTHING, bare);
  site.spoil(DEMOS,
    edited("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`));
};

/** @type {(file: RegExp, type: string, also?: Fault) => (site: Site) => void} */
const wrong = (file, type, also = bare) => (site) => {
  site.spoil(EVERYTHING, also);
  site.spoil(file, typed(type));
};

/** @type {Fault} */
const open = (answer) => ({
  ...bare(answer), headers: { ...bare(answer).headers, "access-control-allow-origin": "*" },
});

/** @type {Row[]} */
export const rows = [
  { name: "a static server, no headers but the types", kind: "worker",
    set: (site) => site.spoil(EVERYTHING, bare) },
  { name: "the same, below `/a/b/`", kind: "worker", root: "/a/b/",
    set: (site) => site.spoil(EVERYTHING, bare) },
  { name: "`.wasm`, `.json`, `.txt`, `.svg`, `.png` as `application/octet-stream`", kind: "worker",
    set: wrong(/\.(wasm|json|txt|svg|png|webmanifest)$/, "application/octet-stream") },
  { name: "`.js` as `text/plain`", kind: "worker",
    set: wrong(SCRIPT, "text/plain") },
  { name: "`.js` as `text/plain`, with `nosniff`", kind: "read",
    set: wrong(SCRIPT, "text/plain", (answer) => without(answer, "content-security-policy")) },
  { name: "`.css` as `text/plain`", kind: "worker", set: wrong(/\.css$/, "text/plain") },
  { name: "the policy, as a header", kind: "worker", set: header(POLICY) },
  { name: "the policy, as `<meta>` in the pages", kind: "worker", set: meta(POLICY) },
  { name: "`script-src` without `'self'`", kind: "read",
    set: header(policyWithout("script-src", "'self'")) },
  { name: "`script-src` without `'wasm-unsafe-eval'`", kind: "read",
    set: header(policyWithout("script-src", "'wasm-unsafe-eval'")) },
  { name: "the same, as `<meta>`", kind: "worker",
    set: meta(policyWithout("script-src", "'wasm-unsafe-eval'")) },
  { name: "no `style-src`", kind: "worker", set: header(policyWith("style-src", null)) },
  { name: "no `img-src`", kind: "worker", set: header(policyWith("img-src", null)) },
  { name: "no `connect-src`", kind: "read", set: header(policyWith("connect-src", null)) },
  { name: "no `connect-src`, as `<meta>`", kind: "worker",
    set: meta(policyWith("connect-src", null)) },
  { name: "no `manifest-src`", kind: "worker", set: header(policyWith("manifest-src", null)) },
  { name: "`worker-src 'none'` as well", kind: "page",
    set: header(policyWith("worker-src", ["'none'"])) },
  { name: "`trusted-types` without `kaen-log`", kind: "read",
    set: header(policyWith("trusted-types", ["'none'"])) },
  { name: "a sandboxed frame (`allow-scripts`)", kind: "read", framed: true,
    set: (site) => site.spoil(EVERYTHING, bare) },
  { name: "the same, under the policy", kind: "read", framed: true, set: header(POLICY) },
  { name: "the same, with `Access-Control-Allow-Origin: *`, no policy", kind: "worker",
    framed: true, set: (site) => site.spoil(EVERYTHING, open) },
];

/** Rows that come from no server: their names, and what of them runs. */
export const others = {
  offline: { name: "saved, and the server is gone", kind: /** @type {Kind} */ ("worker") },
  zip: { name: "`file://`, the unpacked zip", kind: /** @type {Kind} */ ("worker") },
  single: { name: "`file://`, the one file", kind: /** @type {Kind} */ ("worker") },
};

export const engines = { chromium: "Chromium", firefox: "Firefox", webkit: "WebKitGTK" };

/** What the document says of each kind. */
const does = { worker: "runs in a worker", page: "runs in the page", read: "can be read" };

/**
 * What a reader is told, without what makes addresses unique and what it always says.
 * @param {...string} said
 */
export function quoted(...said) {
  const text = said.join(" ").replace(/(klog(?:-\w+)?|engine|worker)\.[0-9a-f]+\./g, "$1.")
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, "https://files.example")
    .replace(" So the engine ran in the page itself, where Stop can't end a run.", "")
    .replace(/\s+/g, " ");
  return text && `“${text}”`;
}

const document = new URL("../HOSTING.md", import.meta.url);

/** @param {string} line */
const cellsOf = (line) => line.split("|").slice(1, -1).map((cell) => cell.trim());

/**
 * A table of the document, with a column for each browser.
 * @param {string} first the head of its first column
 * @param {string[]} names its rows, as they are to be
 */
export function tableOf(first, names) {
  const head = `| ${[first, ...Object.values(engines)].join(" | ")} |`;

  /** The table's lines in the document, and where they begin. */
  function table() {
    const lines = readFileSync(document, "utf8").split("\n");
    const start = lines.indexOf(head);
    if (start < 0) throw new Error(`HOSTING.md holds no table that begins ${head}`);
    let end = start + 2;
    while (lines[end]?.startsWith("|")) end++;
    return { lines, start: start + 2, end };
  }

  /**
   * What the document says of a row in a browser; "" where it has no such row.
   * @param {string} name
   * @param {Engine} engine
   */
  function cellOf(name, engine) {
    const { lines, start, end } = table();
    const cells = lines.slice(start, end).map(cellsOf).find(([each]) => each === name) ?? [];
    return cells[1 + Object.keys(engines).indexOf(engine)] ?? "";
  }

  /**
   * Writes a cell. With more than one test at a time one may undo what another has written.
   * @param {string} name
   * @param {Engine} engine
   * @param {string} text
   */
  function write(name, engine, text) {
    const { lines, start, end } = table();
    const old = new Map(lines.slice(start, end).map((line) => [cellsOf(line)[0], cellsOf(line)]));
    const body = names.map((each) => {
      const cells = old.get(each) ?? [each, "", "", ""];
      if (each === name) cells[1 + Object.keys(engines).indexOf(engine)] = text;
      return `| ${cells.join(" | ")} |`;
    });
    lines.splice(start, end - start, ...body);
    writeFileSync(document, lines.join("\n"));
  }

  return {
    /** The names of the document's rows. */
    documented() {
      const { lines, start, end } = table();
      return lines.slice(start, end).map((line) => cellsOf(line)[0]);
    },

    /**
     * Holds what was seen against the row and the document.
     * @param {{ name: string, kind: Kind | Record<Engine, Kind> }} row
     * @param {string} engine
     * @param {Seen} seen
     */
    hold({ name, kind }, engine, seen) {
      if (!(engine in engines)) throw new Error(`no column for ${engine}`);
      const own = /** @type {Engine} */ (engine);
      const cell = seen.words ? `${does[seen.kind]}: ${seen.words}` : does[seen.kind];
      console.log(`${engines[own]} | ${name} | ${cell}`);
      if (process.env.UPDATE_MATRIX === "1" && !process.env.CI) write(name, own, cell);
      expect.soft(seen.kind, name).toBe(typeof kind === "string" ? kind : kind[own]);
      expect.soft(cell, "what HOSTING.md says; UPDATE_MATRIX=1 writes it anew")
        .toBe(cellOf(name, own));
    },
  };
}

export const { documented, hold } = tableOf("how the pages come",
  [...rows, ...Object.values(others)].map(({ name }) => name));
