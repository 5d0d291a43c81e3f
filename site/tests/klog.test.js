// The module that others import, as it was built, in Node: golden bytes, the shape of a run,
// what it refuses and how.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";

import { dist, golden } from "./dist.js";
import { programBytes } from "./host.js";

/** @import { Klog, KlogError, LoadOptions } from "../embed/klog.mjs" */

/** @type {{ loadKlog(options?: LoadOptions): Promise<Klog> }} */
let module;
/** @type {Klog} */
let klog;
/** @type {string[]} */
let globals;

before(async () => {
  globals = Object.getOwnPropertyNames(globalThis);
  module = await import(pathToFileURL(join(dist, "klog.mjs")).href);
  klog = await module.loadKlog({ worker: false });
});
after(() => klog.stop());

/**
 * @param {Promise<unknown>} promise
 * @returns {Promise<KlogError>}
 */
async function refusal(promise) {
  const thrown = await promise.then(() => assert.fail("it was taken"), (error) => error);
  assert.ok(thrown instanceof Error);
  assert.equal(thrown.name, "KlogError");
  return /** @type {KlogError} */ (thrown);
}

test("the three demos print the golden bytes, twice in a row", async () => {
  for (let i = 0; i < 2; i++) {
    const produce = await klog.produceDemo({ acks: 1, batches: 3, truncateTail: true });
    assert.deepEqual(Buffer.from(produce.bytes), golden("03-produce.txt"));
    const dedup = await klog.dedupDemo({ pid: 1000, seq: "7..9", resend: true });
    assert.deepEqual(Buffer.from(dedup.bytes), golden("07-idem.txt"));
    const recovery = await klog.recoveryDemo({ nowMs: 1700000000000 });
    assert.deepEqual(Buffer.from(recovery.bytes), golden("recovery.txt"));
  }
});

test("a result is the run's shape, its text and its bytes", async () => {
  const result = await klog.produceDemo({ truncateTail: true });
  assert.equal(result.demo, "produce");
  assert.equal(result.golden, true);
  assert.deepEqual(result.flags, { acks: 1, batches: 3, truncateTail: true, nowMs: 1700000000000 });
  assert.deepEqual(result.sections.map(({ id }) => id),
    ["frame", "header-v2", "length-check", "offsets", "acks", "torn-tail"]);
  const text = result.sections.map(({ lines }) =>
    `${lines.map((line) => line.text).join("\n")}\n`).join("\n");
  assert.equal(text, result.text);
  assert.equal(result.text, golden("03-produce.txt").toString());
  assert.ok(result.bytes instanceof Uint8Array);
  assert.ok(result.elapsedMs > 0);
  assert.deepEqual(result.events.map(({ step }) => step), result.events.map((_e, i) => i + 1));
});

test("options may be numbers, strings, BigInts and booleans", async () => {
  for (const batches of [5, "5", 5n]) {
    const result = await klog.produceDemo({ batches, acks: undefined });
    assert.equal(result.flags.batches, 5);
    assert.equal(result.golden, false);
  }
  assert.equal((await klog.produceDemo({ truncateTail: "true" })).flags.truncateTail, true);
});

test("numbers past 53 bits are decimal strings, in both directions", async () => {
  const pid = 2n ** 63n - 2n;
  for (const given of [pid, String(pid)]) {
    const result = await klog.dedupDemo({ pid: given });
    assert.equal(result.flags.pid, String(pid));
    assert.match(result.text, new RegExp(`producer id ${pid} `));
  }
  const largest = Number.MAX_SAFE_INTEGER;
  assert.equal((await klog.dedupDemo({ pid: largest })).flags.pid, largest);
  assert.equal((await klog.dedupDemo({ pid: BigInt(largest) + 1n })).flags.pid,
    String(BigInt(largest) + 1n));
});

test("bad options reject with name, code and field", async () => {
  /** @type {[Record<string, any>, string, RegExp][]} */
  const rows = [
    [{ acks: "one" }, "acks", /"one", allowed is a whole number from -32768 to 32767/],
    [{ acks: 40000 }, "acks", /40000/],
    [{ batches: 0 }, "batches", /from 1 to 64/],
    [{ batches: 1.5 }, "batches", /1\.5/],
    [{ nowMs: 2 ** 53 }, "nowMs", /string or a BigInt/],
    [{ nowMs: NaN }, "nowMs", /^nowMs is NaN, allowed/],
    [{ nowMs: Infinity }, "nowMs", /^nowMs is Infinity, allowed/],
    [{ nowMs: -Infinity }, "nowMs", /^nowMs is -Infinity, allowed/],
    [{ dir: "a\ud800" }, "dir", /half of a surrogate pair/],
    [{ acks: "\udc001" }, "acks", /half of a surrogate pair/],
    [{ ["\ud83d"]: 1 }, "\ud83d", /half of a surrogate pair/],
    [JSON.parse('{"__proto__": 1}'), "__proto__", /unknown/],
    [JSON.parse('{"constructor": 1}'), "constructor", /unknown/],
    [{ nowMs: 2n ** 63n }, "nowMs", /allowed/],
    [{ truncateTail: "yes" }, "truncateTail", /true or false/],
    [{ truncateTail: null }, "truncateTail", /null/],
    [{ acks: () => 1 }, "acks", /function/],
    [{ acks: {} }, "acks", /object/],
    [{ dir: "" }, "dir", /not empty/],
    [{ ack: 1 }, "ack", /unknown/],
  ];
  for (const [options, field, says] of rows) {
    const error = await refusal(klog.produceDemo(options));
    assert.deepEqual([error.code, error.field], ["invalid-option", field]);
    assert.match(error.message, says);
  }
  assert.equal((await refusal(klog.produceDemo(/** @type {any} */ ("acks")))).code, "usage");
  assert.equal((await klog.recoveryDemo()).golden, true);
});

test("what is no command line is refused, and so are settings that are none", async () => {
  const any = /** @type {any} */ (klog);
  for (const line of [undefined, null, 5, {}, true, [5], ["produce-demo", undefined], "a\ud800"]) {
    assert.equal((await refusal(any.run(line))).code, "usage");
  }
  assert.equal((await refusal(any.run())).code, "usage");
  for (const wrong of [{ signal: {} }, { signal: "stop" }, { onProgress: 1 }, { onPhase: "load" },
    { timeoutMs: "5" }, { timeoutMs: NaN }, { timeoutMs: -1 }]) {
    const error = await refusal(any.produceDemo({}, wrong));
    assert.deepEqual([error.code, error.field], ["usage", Object.keys(wrong)[0]]);
  }
  for (const call of [null, 5]) {
    assert.equal((await refusal(any.run("version", call))).code, "usage");
    assert.equal((await refusal(any.produceDemo({}, call))).code, "usage");
    assert.equal((await refusal(/** @type {any} */ (module).loadKlog(call))).code, "usage");
  }
  for (const [options, field] of [[{ stallMs: "1" }, "stallMs"], [{ wasm: "http://[" }, "wasm"]]) {
    const error = await refusal(/** @type {any} */ (module).loadKlog(options));
    assert.deepEqual([error.code, error.field], ["usage", field]);
  }
  assert.equal((await klog.recoveryDemo()).golden, true);
});

test("misspelt settings, and objects of a class of their own, are refused by name", async () => {
  const any = /** @type {any} */ (klog);
  const { loadKlog } = /** @type {any} */ (module);
  const { signal } = new AbortController();
  class Own {
    acks = 1;
  }
  for (const [call, field] of /** @type {[unknown, string][]} */ ([
    [{ sginal: signal }, "sginal"], [{ "": 1 }, ""], [{ stallMs: 1 }, "stallMs"],
    [JSON.parse('{"__proto__": 1}'), "__proto__"], [{ toString: () => "" }, "toString"],
    [new Map([["signal", signal]]), "call"], [new Date(), "call"], [[], "call"],
    [signal, "call"], [() => {}, "call"], [Object.create({ signal }), "call"]])) {
    for (const promise of [any.recoveryDemo({}, call), any.run("version", call),
      any.inspect(new Uint8Array(), {}, call)]) {
      const error = await refusal(promise);
      assert.deepEqual([error.code, error.field], ["usage", field], error.message);
    }
  }
  for (const options of [new Map([["acks", 1]]), new Date(), ["acks"], new Own()]) {
    const error = await refusal(any.produceDemo(options));
    assert.deepEqual([error.code, error.field], ["usage", "options"]);
    assert.equal((await refusal(loadKlog(options))).field, "options");
  }
  for (const [options, field] of [[{ waasm: "" }, "waasm"], [{ wasmSize: "1" }, "wasmSize"]]) {
    assert.equal((await refusal(loadKlog(options))).field, field);
  }
  assert.equal((await refusal(klog.produceDemo(/** @type {any} */ ({ "": 1 })))).field, "");
  for (const options of [{ batches: 2 }, Object.assign(Object.create(null), { batches: 2 }),
    runInNewContext("({ batches: 2 })")]) {
    const call = { sginal: undefined, timeoutMs: undefined };
    assert.equal((await any.produceDemo(options, call)).flags.batches, 2);
  }
});

test("a callback that throws ends its own call and nothing else", async () => {
  const cause = new Error("phase");
  const thrower = (/** @type {string} */ when) => ({
    onPhase(/** @type {string} */ phase) {
      if (phase === when) throw cause;
    },
  });
  await klog.produceDemo({ dir: "kept" });
  const calls = [klog.recoveryDemo(), klog.recoveryDemo({}, thrower("waiting")),
    klog.recoveryDemo()];
  const outcomes = await Promise.allSettled(calls);
  assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  const waiting = await refusal(calls[1] ?? assert.fail());
  const running = await refusal(klog.recoveryDemo({}, thrower("running")));
  for (const error of [waiting, running]) {
    assert.deepEqual([error.code, error.field, error.cause, error.message],
      ["usage", "onPhase", cause, "onPhase threw: Error: phase"]);
  }
  /** @type {string[]} */
  const phases = [];
  const run = await klog.run("verify kept", { onPhase: (phase) => phases.push(phase) });
  assert.deepEqual([run.exit, run.stderr, phases], [0, "", ["running"]], "the engine was kept");

  const other = await module.loadKlog({ worker: false });
  other.stop();
  assert.equal((await refusal(other.recoveryDemo({}, thrower("loading")))).field, "onPhase");
  assert.equal(other.rung, null);
  assert.equal((await other.recoveryDemo()).golden, true);
  other.stop();
});

test("an onProgress that throws is told when the program has come", async () => {
  const bytes = programBytes();
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/wasm" }).end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  let count = 0;
  const error = await refusal(module.loadKlog({
    worker: false,
    wasm: `http://127.0.0.1:${port}/a.wasm`,
    onProgress() {
      count++;
      throw new Error("progress");
    },
  }));
  server.close();
  server.closeAllConnections();
  assert.deepEqual([error.code, error.field, count], ["usage", "onProgress", 1], error.message);
});

test("an abort by a callback keeps the call from the engine", async () => {
  const controller = new AbortController();
  const reason = new Error("mine");
  await klog.produceDemo({ dir: "kept" });
  await assert.rejects(klog.recoveryDemo({}, {
    signal: controller.signal,
    onPhase: () => controller.abort(reason),
  }), reason);
  assert.equal((await klog.run("verify kept")).exit, 0, "the engine is as it was");
});

test("many calls with one signal print no warning and leave no listener", async () => {
  /** @type {Error[]} */
  const warnings = [];
  const keep = (/** @type {Error} */ warning) => warnings.push(warning);
  process.on("warning", keep);
  const controller = new AbortController();
  const { signal } = controller;
  await Promise.all(Array.from({ length: 12 }, () => klog.recoveryDemo({}, { signal })));
  await turn();
  assert.equal(getEventListeners(signal, "abort").length, 0);
  const calls = Array.from({ length: 12 }, () => klog.recoveryDemo({}, { signal }));
  const reason = new Error("all");
  controller.abort(reason);
  for (const { reason: why } of /** @type {PromiseRejectedResult[]} */ (
    await Promise.allSettled(calls))) assert.equal(why, reason);
  await Promise.all(Array.from({ length: 12 }, () => klog.inspect(new Uint8Array(3))));
  await turn();
  process.off("warning", keep);
  assert.deepEqual(warnings, []);
  assert.equal(getEventListeners(signal, "abort").length, 0);
});

test("a character outside the basic plane is no half of one", async () => {
  const dir = "data/\u{1f4dc}";
  assert.equal((await klog.produceDemo({ dir })).flags.dir, dir);
});

test("a call says what it is doing", async () => {
  const other = await module.loadKlog({ worker: false });
  /** @type {string[]} */
  const phases = [];
  const call = (/** @type {string} */ name) =>
    other.recoveryDemo({}, { onPhase: (phase) => phases.push(`${name} ${phase}`) });
  await Promise.all([call("a"), call("b")]);
  other.stop();
  await call("c");
  assert.deepEqual(phases, ["b waiting", "a running", "b running", "c loading", "c running"]);
  other.stop();
});

test("a server that sends nothing, or no more, is given up", async (t) => {
  const server = createServer((_request, response) => {
    if (!isSilent) response.writeHead(200).write(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  });
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  let isSilent = true;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  assert.ok(address !== null && typeof address !== "string");
  const wasm = `http://127.0.0.1:${address.port}/klog.wasm`;
  for (const loaded of [0, 8]) {
    isSilent = loaded === 0;
    const error = await refusal(module.loadKlog({ worker: false, wasm, stallMs: 200 }));
    assert.equal(error.code, "stalled");
    assert.deepEqual([error.detail.loaded, error.detail.limitMs], [loaded, 200]);
    assert.match(error.message, /none came for 200 ms/);
  }
  const signal = AbortSignal.timeout(50);
  await assert.rejects(module.loadKlog({ worker: false, wasm, signal, stallMs: 0 }),
    (error) => error instanceof Error && error.name === "TimeoutError");
});

test("a command line is run as one string or in words", async () => {
  const line = "klog produce-demo --acks 1 --batches 3 --now-ms 1700000000000 --truncate-tail";
  for (const given of [line, line.split(" ").slice(1)]) {
    const result = await klog.run(given);
    assert.equal(result.exit, 0);
    assert.equal(result.stderr, "");
    assert.deepEqual(Buffer.from(result.bytes), golden("03-produce.txt"));
    assert.equal(result.demo, "produce");
  }
  const wrong = await klog.run("produce-demo --batches 65");
  assert.equal(wrong.exit, 2);
  assert.equal(wrong.text, "");
  assert.match(wrong.stderr, /--batches/);
  assert.equal((await klog.run("produce-demo 'oops")).exit, 2);
});

test("a directory in the engine's memory lives from one call to the next", async () => {
  const first = await klog.produceDemo({ dir: "data/orders-0", truncateTail: true });
  const second = await klog.produceDemo({ dir: "data/orders-0", truncateTail: true });
  assert.deepEqual(first.bytes, second.bytes);
  assert.equal(first.golden, true);
});

test("calls made at once answer each in turn", async () => {
  const runs = await Promise.all([1, 2, 3].map((batches) => klog.produceDemo({ batches })));
  assert.deepEqual(runs.map(({ flags }) => flags.batches), [1, 2, 3]);
});

test("an aborted call rejects with the signal's reason, and the next one works", async () => {
  const reason = new Error("enough");
  await assert.rejects(klog.produceDemo({}, { signal: AbortSignal.abort(reason) }), reason);
  const controller = new AbortController();
  const call = klog.produceDemo({}, { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(call, reason);
  assert.equal((await klog.recoveryDemo()).bytes.length, golden("recovery.txt").length);
});

test("stop rejects what is under way, and the next call works", async () => {
  const call = klog.produceDemo();
  klog.stop();
  assert.equal((await refusal(call)).code, "stopped");
  assert.equal((await klog.produceDemo({ truncateTail: true })).golden, true);
  assert.equal(klog.rung, "main");
});

test("the program may be given as bytes or compiled; what is none is refused", async () => {
  const bytes = programBytes();
  for (const wasm of [new Uint8Array(bytes), await WebAssembly.compile(bytes)]) {
    const other = await module.loadKlog({ worker: false, wasm });
    assert.equal((await other.recoveryDemo()).golden, true);
    other.stop();
  }
  const html = new TextEncoder().encode("<!doctype html>");
  assert.equal((await refusal(module.loadKlog({ worker: false, wasm: html }))).code, "not-wasm");
  const nowhere = pathToFileURL(join(dist, "nowhere.wasm"));
  assert.equal((await refusal(module.loadKlog({ worker: false, wasm: nowhere }))).code, "network");
});

test("nothing is put on the global object", () => {
  assert.deepEqual(Object.getOwnPropertyNames(globalThis), globals);
});
