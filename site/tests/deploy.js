// A host of the site as service workers meet it: one or more copies on one origin, each below a
// path of its own; another build takes an earlier one's place; the network goes away.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

import { dist } from "./dist.js";
import { POLICY } from "./policy.js";

/** @import { Fault } from "./server.js" */

const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json", ".png": "image/png", ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
});

/** Files by path below the site's root. @typedef {Map<string, Buffer>} Build */

/** @type {Build | null} read once: nobody writes into it */
let onDisk = null;

/** The build that was made. @returns {Build} */
export function built() {
  onDisk ??= new Map(readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(dist, name)).isFile())
    .map((name) => [name, readFileSync(join(dist, name))]));
  return new Map(onDisk);
}

/**
 * What the service worker of a build saves.
 * @param {Build} build
 * @returns {{ build: string, bytes: number, files: [string, number, string][] }}
 */
export function courseOf(build) {
  const line = /^const __COURSE__ = (.*);\n/.exec(String(build.get("sw.js")))?.[1];
  if (!line) throw new Error("sw.js does not begin with the list of its files");
  return JSON.parse(line);
}

/** @param {string | Buffer} bytes */
const sum = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * Another build, as the generator would make it: files with a hash in their name that change get
 * another name, wherever it stands, and sw.js lists what there is then.
 * @param {Build} from
 * @param {(path: string, bytes: Buffer) => Buffer | string} edit
 * @returns {Build}
 */
export function derived(from, edit) {
  const course = courseOf(from);
  /** @type {[string, string][]} */
  const renamed = [];
  /** @type {Build} */
  const next = new Map();
  for (const [path, bytes] of from) {
    const now = Buffer.from(edit(path, bytes));
    const hash = /^assets\/.*\.([0-9a-f]{10})\.\w+$/.exec(path)?.[1];
    if (!hash || now.equals(bytes)) next.set(path, now);
    else {
      renamed.push([hash, sum(now).slice(0, 10)]);
      next.set(path.replace(hash, sum(now).slice(0, 10)), now);
    }
  }
  for (const [path, bytes] of next) {
    if (!/\.(html|mjs)$/.test(path)) continue;
    next.set(path, Buffer.from(renamed.reduce((text, [a, b]) => text.replaceAll(a, b),
      bytes.toString())));
  }
  const listed = [...next.keys()].filter((path) =>
    !["sw.js", "sw-off.js", "manifest.json"].includes(path)).sort();
  const saved = new Set(course.files.map(([path]) => path));
  const files = listed.filter((path) => saved.has(path) || path.startsWith("assets/"))
    .map((path) => /** @type {[string, number, string]} */ (
      [path, next.get(path)?.length, sum(next.get(path) ?? "")]));
  const bytes = files.reduce((all, [, size]) => all + size, 0);
  const list = { build: sum(JSON.stringify(files)).slice(0, 10), bytes, files };
  const code = String(from.get("sw.js")).replace(/^.*\n/, "");
  return next.set("sw.js", Buffer.from(`const __COURSE__ = ${JSON.stringify(list)};\n${code}`));
}

/**
 * The next deployment: every page says which it is, and scripts and styles differ too.
 * @param {Build} from
 * @param {string} mark a word in the foot of every page
 */
export function marked(from, mark) {
  return derived(from, (path, bytes) => {
    if (path.endsWith(".html")) {
      return bytes.toString().replace('<footer class="colophon">',
        `<footer class="colophon"><p>${mark}</p>`);
    }
    if (/^assets\/.*\.js$/.test(path)) return `${bytes}\n// ${mark}\n`;
    if (/^assets\/.*\.css$/.test(path)) return `${bytes}\n/* ${mark} */\n`;
    return bytes;
  });
}

/**
 * @typedef {object} Host
 * @property {string} origin without a slash at its end
 * @property {string[]} requests paths, in order; without those that a browser asks for of itself
 * @property {(path: string, build: Build) => void} deploy
 * @property {(path: RegExp, fault: Fault | null) => void} spoil null: takes it back
 * @property {() => Promise<void>} goDown no connection is taken any more
 * @property {() => Promise<void>} comeBack
 * @property {() => Promise<void>} close
 */

/** What a browser asks for, at a moment of its choosing, of a site whose page names no icon. */
const OF_ITSELF = /^\/favicon\.ico$/;

/** @returns {Promise<Host>} */
export async function host() {
  /** @type {Map<string, Build>} */
  const sites = new Map();
  /** @type {Map<string, [RegExp, Fault]>} */
  const faults = new Map();
  /** @type {string[]} */
  const requests = [];
  const make = () => createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    if (!OF_ITSELF.test(path)) requests.push(path);
    const root = [...sites.keys()].filter((each) => path.startsWith(each))
      .sort((a, b) => b.length - a.length)[0] ?? "";
    const name = path.slice(root.length).replace(/(^|\/)$/, "$1index.html");
    const body = sites.get(root)?.get(name);
    let answer = { status: body ? 200 : 404, body: body ?? Buffer.from("none\n"), headers: {
      "content-type": body ? TYPES[extname(name)] ?? "application/octet-stream" : "text/plain",
      "content-security-policy": POLICY.includes("manifest-src") ? POLICY
        : `${POLICY}; manifest-src 'self'`,
      "cache-control": name.startsWith("assets/") ? "public, max-age=31536000, immutable"
        : "no-cache",
    } };
    for (const [file, fault] of faults.values()) {
      if (file.test(path)) answer = /** @type {typeof answer} */ (await fault(answer));
    }
    response.writeHead(answer.status, { ...answer.headers, "content-length": answer.body.length });
    response.end(answer.body);
  });
  let server = make();
  /** @param {number} port */
  const listen = (port) => new Promise((resolve) =>
    server.listen(port, "127.0.0.1", () => resolve(null)));
  const close = () => /** @type {Promise<void>} */ (new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  }));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    deploy: (path, build) => void sites.set(path, build),
    spoil: (file, fault) => {
      if (fault) faults.set(file.source, [file, fault]);
      else faults.delete(file.source);
    },
    goDown: close,
    async comeBack() {
      server = make();
      await listen(address.port);
    },
    close: async () => {
      if (server.listening) await close();
    },
  };
}
