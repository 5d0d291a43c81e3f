// The API at the edge, in Cloudflare's runtime: the same answers as natively, and those that need
// no program.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { start, until } from "./edge.js";

/** @type {Awaited<ReturnType<typeof start>>} */
let edge;
before(async () => { edge = await start(); });
after(() => edge?.stop());

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
const ask = (path, init) => fetch(edge.origin + path, { redirect: "manual", ...init,
  headers: { "accept-encoding": "identity", ...init?.headers } });

/** @param {string} name */
const golden = (name) => readFileSync(new URL(
  `../../../engine/demo/golden/${name}.txt`, import.meta.url));

const GOLDENS = {
  "/v1/demos/produce?truncate-tail": "03-produce",
  "/v1/demos/dedup?resend=true&seq=7..9&pid=1000": "07-idem",
  "/v1/demos/recovery": "recovery",
};

test("the three demos are the golden output, byte for byte", async () => {
  for (const [path, name] of Object.entries(GOLDENS)) {
    const answer = await ask(path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "text/plain; charset=utf-8");
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), golden(name), path);
    const run = await (await ask(path, { headers: { accept: "application/json" } })).json();
    assert.equal(run.golden, true);
    assert.equal(`${run.sections.map((/** @type {any} */ section) =>
      section.lines.map((/** @type {any} */ line) => line.text).join("\n")).join("\n\n")}\n`,
    String(golden(name)));
  }
});

test("who has the answer is told so, without an instance", async () => {
  for (const [path, accept] of [["/v1/demos/dedup?resend", "*/*"], ["/v1/demos", "*/*"],
    ["/openapi.json", "application/json"], ["/v1/demos/recovery?now-ms=7", "application/json"]]) {
    const first = await ask(/** @type {string} */ (path), { headers: { accept: accept ?? "" } });
    const tag = first.headers.get("etag") ?? "";
    assert.match(tag, /^"[0-9a-f]{10}-/);
    const { made } = await edge.counts();
    for (const given of [tag, `"x", ${tag}`, `W/${tag}`, "*"]) {
      for (const method of ["GET", "HEAD"]) {
        const second = await ask(/** @type {string} */ (path), { method,
          headers: { "accept": accept ?? "", "if-none-match": given } });
        assert.equal(second.status, 304, `${method} ${path} ${given}`);
        for (const name of ["etag", "cache-control", "vary", "access-control-allow-origin",
          "access-control-expose-headers", "x-content-type-options"]) {
          assert.equal(second.headers.get(name), first.headers.get(name), name);
        }
        assert.equal(await second.text(), "");
      }
    }
    assert.equal((await edge.counts()).made, made, path);
    const other = await ask(/** @type {string} */ (path), { headers: {
      "accept": accept ?? "", "if-none-match": '"x"' } });
    assert.equal(other.status, 200);
    assert.equal((await edge.counts()).made, made + 1);
  }
});

test("a tag of another type or query is no match, and a wrong query never is", async () => {
  const text = (await ask("/v1/demos/produce")).headers.get("etag") ?? "";
  for (const [path, headers, status] of /** @type {[string, Record<string, string>, number][]} */ ([
    ["/v1/demos/produce", { "accept": "application/json", "if-none-match": text }, 200],
    ["/v1/demos/produce?acks=0", { "if-none-match": text }, 200],
    ["/v1/demos/produce?acks=x", { "if-none-match": text }, 400],
    ["/v1/demos/produce?acks=x", { "if-none-match": "*" }, 400],
    ["/v1/demos/produce?acks=x&acks=1", { "if-none-match": text }, 400],
    ["/v1/demos/produce", { "accept": "image/png", "if-none-match": "*" }, 406],
    ["/v1/demos/none", { "if-none-match": "*" }, 404],
    ["/v1/demos?x", { "if-none-match": "*" }, 400],
  ])) assert.equal((await ask(path, { headers })).status, status, path);
});

test("HEAD is GET without its body", async () => {
  for (const path of ["/v1/demos/dedup?resend", "/v1/demos/dedup?pid=x", "/v1/x"]) {
    const [get, head] = await Promise.all([ask(path), ask(path, { method: "HEAD" })]);
    assert.equal(head.status, get.status);
    assert.equal(await head.text(), "");
    const length = Buffer.byteLength(await get.text());
    assert.equal(get.headers.get("content-length"), String(length));
    for (const [name, value] of get.headers) {
      // The runtime sends no length with an answer to HEAD.
      if (name !== "content-length") assert.equal(head.headers.get(name), value, name);
    }
  }
});

test("OPTIONS answers what a page on another origin may send", async () => {
  const answer = await ask("/v1/demos/dedup", { method: "OPTIONS" });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("allow"), "GET, HEAD, OPTIONS");
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.equal(answer.headers.get("access-control-allow-headers"), "If-None-Match");
});

const LARGE = new Uint8Array(2 ** 20 + 1);

/** Sent without a length. @param {Uint8Array} bytes */
const stream = (bytes) => new ReadableStream({
  start(controller) {
    controller.enqueue(bytes);
    controller.close();
  },
});

test("every error is a problem", async () => {
  /** @type {[string, RequestInit & { duplex?: "half" }, number, string, string | undefined][]} */
  const errors = [
    ["/v1", {}, 404, "not-found", undefined],
    ["/v1/%zz", {}, 400, "not-found", undefined],
    ["/v1/demos/a%2", {}, 400, "not-found", undefined],
    ["/v1/demos/%ff", {}, 404, "not-found", "demo"],
    ["/v1/demos/idem", {}, 404, "not-found", "demo"],
    ["/v1/demos/dedup", { method: "POST", body: "x" }, 405, "method", undefined],
    ["/v1/inspect", {}, 405, "method", undefined],
    ["/v1/demos/dedup?pid=x", {}, 400, "invalid-option", "pid"],
    ["/v1/demos/dedup?dir=x", {}, 400, "unknown-parameter", "dir"],
    ["/v1/demos/dedup?format=json", {}, 400, "unknown-parameter", "format"],
    ["/v1/demos/dedup?%ff", {}, 400, "unknown-parameter", "\ufffd"],
    [`/v1/demos/dedup?${"&".repeat(4097)}`, {}, 414, "too-long", undefined],
    ["/v1/demos/dedup", { headers: { accept: "image/png" } }, 406, "not-acceptable", "Accept"],
    ["/v1/inspect", { method: "POST", body: LARGE }, 413, "too-long", "bytes"],
    ["/v1/inspect", { method: "POST", body: stream(LARGE), duplex: "half" }, 413, "too-long",
      "bytes"],
    ["/v1/inspect?records=1", { method: "POST", body: "x" }, 400, "invalid-option", "records"],
  ];
  for (const [path, init, status, reason, field] of errors) {
    const answer = await ask(path, init);
    const what = `${init.method ?? "GET"} ${path.slice(0, 40)}`;
    assert.equal(answer.headers.get("content-type"), "application/problem+json", what);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const problem = await answer.json();
    assert.deepEqual([answer.status, problem.status, problem.reason, problem.field],
      [status, status, reason, field], what);
    assert.ok(problem.detail && problem.title);
  }
  assert.equal((await ask("/v1/inspect")).headers.get("allow"), "POST, OPTIONS");
  await until(async () => (await edge.counts()).live === 0);
  assert.equal((await ask("/%761/demos")).status, 200);
  assert.equal((await ask("/v1%2Fdemos")).status, 200);
});

test("a segment is inspected, of the size allowed too, with a length or without", async () => {
  const bytes = Buffer.from("no batch at all");
  for (const body of [bytes, stream(bytes)]) {
    const answer = await ask("/v1/inspect?records", /** @type {RequestInit} */ (
      { method: "POST", body, duplex: "half" }));
    assert.equal(answer.status, 200);
    const told = await answer.json();
    assert.equal(told.command, "dump");
    assert.equal(told.items[0].size, bytes.length);
    assert.equal(told.faults, 1);
  }
  const full = await ask("/v1/inspect", { method: "POST", body: LARGE.subarray(1) });
  assert.equal(full.status, 200);
  assert.equal((await full.json()).items[0].size, 2 ** 20);
  const escaped = await ask("/v1/%69nspect", { method: "POST", body: "abc" });
  assert.equal((await escaped.json()).items[0].size, 3);
  const none = await ask("/v1/inspect", { method: "POST" });
  assert.equal((await none.json()).items[0].size, 0);
});
