// What comes in place of the program, and how its bytes are held against the sum that is wanted.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { isKlogError } from "../embed/error.js";
import { loadModule } from "../embed/loader.js";

/** @import { ErrorCode } from "../embed/klog.mjs" */
/** @import { Program } from "../embed/internal.js" */

/** A module of no code: a section of 100 bytes of anybody's own, the last of them a letter. */
const program = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, 100, 1, 0x61,
  ...new Array(97).fill(0x2e), 0x7a]);
const sha256 = createHash("sha256").update(program).digest("hex");

/** @type {Uint8Array} */
let body = program;
/** @type {string[]} */
let asked = [];
let status = 200;
const server = createServer((request, response) => {
  asked.push(`${request.method}`);
  response.writeHead(status, { "content-type": "application/wasm", "content-length": body.length })
    .end(request.method === "HEAD" ? undefined : body);
});
let url = "";
before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  url = `http://127.0.0.1:${port}/klog.wasm`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

/**
 * Loads what the server sends.
 * @param {Uint8Array} sent
 * @param {Partial<Program>} [wanted]
 */
function load(sent, wanted = {}) {
  [body, asked] = [sent, []];
  return loadModule({ url, size: program.length, sha256, module: null, fresh: false, ...wanted });
}

/**
 * @param {Promise<unknown>} loading
 * @param {ErrorCode} code
 */
function refuses(loading, code) {
  return assert.rejects(loading, (error) => {
    assert.ok(isKlogError(error), String(error));
    assert.deepEqual([error.code, error.detail.url], [code, url], error.message);
    return true;
  });
}

/** @param {number} at */
function changed(at) {
  const bytes = program.slice();
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

test("the program is taken where its sum is the one that is wanted, packed or not", async () => {
  for (const sent of [program, gzipSync(program)]) {
    assert.ok(await load(sent) instanceof WebAssembly.Module);
    assert.ok(await load(sent, { sha256: sha256.toUpperCase() }) instanceof WebAssembly.Module);
    assert.deepEqual(asked, ["GET"]);
  }
});

test("one byte changed is refused, compile as it may", async () => {
  const harmless = program.length - 1;
  assert.ok(await WebAssembly.compile(changed(harmless)));
  await assert.rejects(WebAssembly.compile(changed(9)));
  for (const at of [harmless, 9, 8, 11]) {
    await refuses(load(changed(at)), "integrity");
    await refuses(load(gzipSync(changed(at))), "integrity");
  }
  const longer = new Uint8Array([...program, 0, 2, 1, 0x61]);
  assert.ok(await WebAssembly.compile(longer));
  await refuses(load(longer), "integrity");
});

test("a program without a sum is taken as it comes", async () => {
  [body, asked] = [changed(program.length - 1), []];
  const { length } = program;
  const module = await loadModule({ url, size: length, module: null, fresh: false });
  assert.ok(module instanceof WebAssembly.Module);
});

test("what is no program at all says what it is, not that it differs", async () => {
  await refuses(load(program.subarray(0, 60)), "cut-short");
  await refuses(load(Buffer.from("<!doctype html>")), "html");
  await refuses(load(new Uint8Array()), "empty");
  status = 404;
  await refuses(load(program), "http");
  status = 200;
});

test("where scripts have no sums the browser compares, and what it refuses is told", async () => {
  Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
  try {
    assert.ok(await load(program) instanceof WebAssembly.Module);
    assert.deepEqual(asked, ["GET"]);
    await refuses(load(changed(program.length - 1)), "integrity");
    assert.deepEqual(asked, ["GET", "HEAD"]);
    status = 404;
    await refuses(load(program), "http");
    status = 200;
    const gone = url;
    url = "http://127.0.0.1:1/klog.wasm";
    await refuses(load(program), "network");
    url = gone;
  } finally {
    Reflect.deleteProperty(crypto, "subtle");
    status = 200;
  }
});
