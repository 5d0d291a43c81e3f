// A static server for the tests: dist/ on a free port of 127.0.0.1, under the policy that the
// pages are made for, and faults on request: what a bad host would send for a file.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

import { dist } from "./dist.js";
import { POLICY } from "./policy.js";

const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
});

/**
 * What is sent.
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {Buffer} body
 * @property {number} [breaksAt] the connection breaks after so many bytes
 * @property {number} [dripMs] it comes in five parts, with so much time between them
 * @property {number} [stallsAt] nothing comes after so many bytes; 0: no answer at all
 */

/** @typedef {(answer: Answer) => Answer | Promise<Answer>} Fault */

/**
 * @typedef {object} Site
 * @property {string} url ends with a slash
 * @property {string[]} requests paths, in order
 * @property {(file: RegExp, fault: Fault) => void} spoil what is sent for files of that name
 * @property {() => void} mend takes all faults back
 * @property {() => Promise<void>} close
 */

/**
 * How a site is served.
 * @typedef {object} Hosting
 * @property {boolean} [packed] with gzip and caching, as a host that is set up well
 * @property {string[]} [roots] the paths below which there is a copy of the site each
 */

/**
 * Starts a server.
 * @param {Hosting} [as]
 * @returns {Promise<Site>}
 */
export async function serve({ packed = false, roots = ["/"] } = {}) {
  const longestFirst = [...roots].sort((a, b) => b.length - a.length);
  /** @type {[RegExp, Fault][]} */
  let faults = [];
  /** @type {string[]} */
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    requests.push(path);
    const root = longestFirst.find((each) => path.startsWith(each));
    let answer = await answerFor(root ? path.slice(root.length - 1) : null);
    if (packed && answer.status === 200) answer = pack(path, answer);
    for (const [file, fault] of faults) {
      if (file.test(path)) answer = await fault(answer);
    }
    const { status, headers, body, breaksAt, stallsAt, dripMs } = answer;
    if (stallsAt === 0) return;
    response.writeHead(status, { ...headers, "content-length": body.length });
    if (stallsAt !== undefined) response.write(body.subarray(0, stallsAt));
    else if (dripMs !== undefined) await drip(response, body, dripMs);
    else if (breaksAt === undefined) response.end(body);
    else response.write(body.subarray(0, breaksAt), () => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    requests,
    spoil: (file, fault) => void faults.push([file, fault]),
    mend: () => {
      faults = [];
    },
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {Buffer} body
 * @param {number} ms
 */
async function drip(response, body, ms) {
  const size = Math.ceil(body.length / 5);
  for (let at = 0; at < body.length; at += size) {
    response.write(body.subarray(at, at + size));
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  response.end();
}

/** @type {Map<string, Buffer>} what was packed before, by its path */
const packs = new Map();

/**
 * Packs what is sent; names with a hash may be kept for ever.
 * @param {string} path
 * @param {Answer} answer
 * @returns {Answer}
 */
export function pack(path, { status, headers, body }) {
  const small = packs.get(path) ?? gzipSync(body, { level: 9 });
  packs.set(path, small);
  return { status, body: small, headers: {
    ...headers, "content-encoding": "gzip", "vary": "Accept-Encoding",
    "cache-control": path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  } };
}

/**
 * @param {string | null} path below the site's root; null: outside
 * @returns {Promise<Answer>}
 */
async function answerFor(path) {
  const name = path?.endsWith("/") ? `${path}index.html` : path ?? "";
  const headers = {
    "content-type": TYPES[extname(name)] ?? "application/octet-stream",
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  try {
    if (path === null) throw new Error("no copy of the site has this path");
    return { status: 200, headers, body: await readFile(join(dist, normalize(name))) };
  } catch {
    return missing({ status: 0, headers, body: Buffer.alloc(0) });
  }
}

/** @type {Fault} */
export const missing = ({ headers }) => ({
  status: 404, headers: { ...headers, "content-type": "text/plain" }, body: Buffer.from("none\n"),
});

/** @type {Fault} */
export const html = ({ headers }) => ({
  status: 200,
  headers: { ...headers, "content-type": "text/html; charset=utf-8" },
  body: Buffer.from("\n<!doctype html>\n<title>Welcome</title>\n<p>This is the home page.</p>\n"),
});

/** @type {Fault} */
export const half = (answer) =>
  ({ ...answer, body: answer.body.subarray(0, answer.body.length >> 1) });

/** @type {Fault} */
export const empty = (answer) => ({ ...answer, body: Buffer.alloc(0) });

/**
 * @param {string} type
 * @returns {Fault}
 */
export const typed = (type) => (answer) =>
  ({ ...answer, headers: { ...answer.headers, "content-type": type } });

/**
 * A script does something of its own before anything else.
 * @param {string} text
 * @returns {Fault}
 */
export const begunWith = (text) => (answer) =>
  ({ ...answer, body: Buffer.concat([Buffer.from(`${text}\n`), answer.body]) });

/** @type {Fault} */
export const silent = (answer) => ({ ...answer, stallsAt: 0 });

/** Holds a file back until it is let go, whether it was asked for before or comes to be after. */
export function gate() {
  /** @type {() => void} */
  let letGo = () => {};
  const open = new Promise((resolve) => {
    letGo = () => resolve(null);
  });
  /** @type {Fault} */
  const hold = async (answer) => {
    await open;
    return answer;
  };
  return { hold, letGo };
}

/** @type {Fault} */
export const broken = ({ headers }) => ({
  status: 500, headers: { ...headers, "content-type": "text/plain" }, body: Buffer.from("oops\n"),
});

/**
 * Changes the HTML of a page.
 * @param {RegExp | string} from
 * @param {string} to
 * @returns {Fault}
 */
export const edited = (from, to) => (answer) => {
  const before = answer.body.toString();
  const after = before.replace(from, to);
  if (after === before) throw new Error(`the page does not hold ${from}`);
  return { ...answer, body: Buffer.from(after) };
};

/**
 * Has a page give loading up after so many milliseconds without a byte.
 * @param {number} ms
 */
export const patient = (ms) => edited("<html ", `<html data-stall-ms="${ms}" `);

/**
 * Sends a file under another policy.
 * @param {string} policy
 * @returns {Fault}
 */
export const under = (policy) => (answer) =>
  ({ ...answer, headers: { ...answer.headers, "content-security-policy": policy } });

/**
 * Changes one byte of a text, wherever it stands in the file.
 * @param {string} text
 * @param {number} at which of its bytes
 * @param {number} byte its new value
 * @returns {Fault}
 */
export const changed = (text, at, byte) => (answer) => {
  const body = Buffer.from(answer.body);
  let found = 0;
  for (let i = body.indexOf(text); i >= 0; i = body.indexOf(text, i + 1)) {
    body[i + at] = byte;
    found++;
  }
  if (found === 0) throw new Error(`the file does not hold ${JSON.stringify(text)}`);
  return { ...answer, body };
};
