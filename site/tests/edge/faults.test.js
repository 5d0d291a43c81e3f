// What github.com/syumai/workers does by itself: the faults that edge/program.js and edge/entry.js
// work around, each with the request that shows it. A test that fails here tells that one is
// mended: then what works around it can go.

import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { after, before, test } from "node:test";

import { start, until } from "./edge.js";

/** @type {Awaited<ReturnType<typeof start>>} */
let bare;
before(async () => { bare = await start("bare"); });
after(() => bare?.stop());

/** How long an instance that ends may take for it. */
const PATIENCE_MS = 2000;

/**
 * How many instances more live after a request than before it, once those that end have ended.
 * @param {() => Promise<unknown>} asked
 */
async function leftBy(asked) {
  const { live } = await bare.counts();
  await asked().catch(() => {});
  const begun = performance.now();
  let left = NaN;
  while (left !== 0 && performance.now() - begun < PATIENCE_MS) {
    await wait(100);
    left = (await bare.counts()).live - live;
  }
  return left;
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
const ask = (path, init) => fetch(bare.origin + path,
  { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });

test("an answer that is read to its end leaves nothing", async () => {
  assert.equal(await leftBy(async () => (await ask("/hello")).text()), 0);
});

for (const [what, path, init] of /** @type {[string, string, RequestInit][]} */ ([
  ["HEAD", "/hello", { method: "HEAD" }],
  ["a body that is read", "/body", { method: "POST", body: new Uint8Array(2 ** 20) }],
  ["a body that is not read", "/hello", { method: "POST", body: "unread" }],
])) {
  test(`${what} leaves nothing`, async () => {
    assert.equal(await leftBy(async () => (await ask(path, init)).text()), 0);
  });
}

test("an answer of which nothing is read leaves nothing", async () => {
  assert.equal(await leftBy(async () => (await ask("/hello")).body?.cancel()), 0);
});

test("fault: an answer without a body leaves its instance", async () => {
  assert.equal(await leftBy(async () => assert.equal((await ask("/none")).status, 204)), 1,
    "mended in the library: OPTIONS may answer 204, and the program may answer 304");
});

test("fault: a panic is no answer", async () => {
  const answer = await ask("/panic");
  assert.equal(answer.status, 500);
  assert.match(await answer.text(), /TypeError/,
    "mended in the library: program.js need not watch for an instance's end");
});

test("with our entry a program that ends is a problem", async () => {
  const broken = await start("broken");
  try {
    const answer = await fetch(`${broken.origin}/v1/panic`);
    assert.equal(answer.status, 500);
    assert.equal(answer.headers.get("content-type"), "application/problem+json");
    const { reason, status } = await answer.json();
    assert.deepEqual({ reason, status }, { reason: "panic", status: 500 });
    const next = await fetch(`${broken.origin}/v1/hello`);
    assert.equal(await next.text(), "hello");
    await until(async () => (await broken.counts()).live === 0);
  } finally {
    await broken.stop();
  }
});
