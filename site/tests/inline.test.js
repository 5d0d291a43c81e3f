// The element's engine: where it runs, what it makes workers of, and what it does where there are
// none.

import assert from "node:assert/strict";
import { resolveObjectURL } from "node:buffer";
import { createHash } from "node:crypto";
import { afterEach, before, test } from "node:test";

import { callDemo } from "../embed/calls.js";
import { Engine } from "../embed/engine.js";
import { isKlogError } from "../embed/error.js";
import { makeEngine } from "../embed/inline.js";
import { golden } from "./dist.js";
import { hostOf, makeHost, programBytes, workers } from "./host.js";

/** @import { ErrorCode } from "../embed/klog.mjs" */

const base = "https://files.example/embed/";
const page = "https://page.example";
const flags = { truncateTail: true };

/** @type {WebAssembly.Module} */
let module;
/** @type {Engine[]} */
const engines = [];
before(async () => {
  module = await WebAssembly.compile(programBytes());
});
afterEach(() => {
  for (const engine of engines.splice(0)) engine.stop();
  Reflect.deleteProperty(globalThis, "Worker");
  Reflect.deleteProperty(globalThis, "origin");
});

/**
 * An engine as an element makes it, on a page of an origin.
 * @param {object} how
 * @param {ReturnType<typeof workers>} [how.stage] what workers there are
 * @param {string | null} [how.workerURL]
 * @param {(signal: AbortSignal) => Promise<WebAssembly.Module>} [how.getModule]
 */
function engineOf({ stage, workerURL = null, getModule = async () => module }) {
  Object.assign(globalThis, { origin: page, ...stage && { Worker: stage.Fake } });
  const files = { wasm: "klog.wasm", wasmSize: 1, wasmSha256: "00" };
  // The function's text is what the bundler is for (scripts/site/host_test.go).
  const engine = makeEngine({
    hostOf: /** @type {any} */ (hostOf), files, base, workerURL, getModule,
  });
  engines.push(engine);
  return engine;
}

/**
 * @param {Promise<unknown>} promise
 * @param {ErrorCode} code
 */
function refuses(promise, code) {
  return assert.rejects(promise, (error) => isKlogError(error) && error.code === code);
}

test("a worker is made of the source at hand, and answers with the golden bytes", async () => {
  const stage = workers((url) => {
    assert.ok(resolveObjectURL(url), "the blob is there while the worker starts");
    return "runs";
  });
  const engine = engineOf({ stage });
  assert.deepEqual([stage.made, engine.rung], [[], null], "nothing starts before the first call");
  const run = await callDemo(engine, "produce", flags);
  assert.deepEqual(Buffer.from(run.bytes), golden("03-produce.txt"));
  assert.deepEqual([engine.rung, engine.reasons], ["blob", []]);
  await Promise.all([callDemo(engine, "dedup"), callDemo(engine, "recovery")]);
  assert.deepEqual([stage.made, stage.alive.size], [["blob:"], 1], "one worker for all of them");
  engine.stop();
  assert.equal(stage.alive.size, 0);
  await callDemo(engine, "recovery");
  assert.equal(stage.made.length, 2);
});

test("the worker's own file comes first on its own origin, and nowhere else", async () => {
  for (const [workerURL, rung, made] of [
    [`${page}/embed/w.js`, "url", [`${page}/embed/w.js`]],
    [`${base}w.js`, "blob", ["blob:"]],
    ["file:///embed/w.js", "blob", ["blob:"]],
  ]) {
    const stage = workers(() => "runs");
    const engine = engineOf({ stage, workerURL: String(workerURL) });
    assert.equal((await callDemo(engine, "recovery")).golden, true);
    assert.deepEqual([engine.rung, stage.made, engine.reasons], [rung, made, []]);
  }
});

test("where the file does not run its source does, for good", async () => {
  const url = `${page}/embed/w.js`;
  const stage = workers((address) => address === url ? "fails" : "runs");
  const engine = engineOf({ stage, workerURL: url });
  for (let i = 0; i < 2; i++) {
    assert.equal((await callDemo(engine, "recovery")).golden, true);
    assert.deepEqual([engine.rung, engine.reasons, stage.alive.size], ["blob", [], 1]);
  }
  engine.stop();
  await callDemo(engine, "recovery");
  assert.deepEqual(stage.made, [url, "blob:", "blob:"]);
});

test("without workers it runs in the page, says why, and looks again the next time", async () => {
  let fate = /** @type {"throws" | "runs"} */ ("throws");
  const stage = workers(() => fate);
  const engine = engineOf({ stage });
  const run = await callDemo(engine, "produce", flags);
  assert.deepEqual(Buffer.from(run.bytes), golden("03-produce.txt"));
  assert.equal(engine.rung, "main");
  assert.deepEqual(engine.reasons.map(({ code }) => code), ["worker-failed"]);
  fate = "runs";
  await callDemo(engine, "recovery");
  assert.deepEqual([engine.rung, engine.reasons], ["blob", []]);
});

test("a policy that forbids workers is remembered, with the reason, over a stop", async () => {
  const trusted = { createPolicy: () => assert.fail("not in the list") };
  Object.assign(globalThis, { trustedTypes: trusted });
  try {
    const stage = workers(() => "throws");
    const engine = engineOf({ stage });
    for (let i = 0; i < 2; i++) {
      assert.equal((await callDemo(engine, "recovery")).golden, true);
      const [reason] = engine.reasons;
      assert.deepEqual([engine.rung, reason?.code, reason?.detail.directive],
        ["main", "worker-forbidden", "trusted-types"]);
      engine.stop();
    }
    assert.equal(stage.made.length, 1, "it is not tried again");
  } finally {
    Reflect.deleteProperty(globalThis, "trustedTypes");
  }
});

test("a run that does too much for the page ends, and the next one runs", async () => {
  const engine = new Engine({
    workerURL: null, makeHost, steps: 20, program: { url: null, size: 0, module, fresh: false },
  });
  engines.push(engine);
  await refuses(callDemo(engine, "produce", flags), "budget");
  await refuses(callDemo(engine, "produce", flags), "budget");
  const free = engineOf({});
  assert.equal((await callDemo(free, "produce", { ...flags, batches: 64 })).sections.length, 6);
});

test("a run in the page gives way, so that it can be stopped between two steps", async () => {
  const engine = engineOf({});
  await engine.start();
  const run = callDemo(engine, "dedup", { seq: "9999..9999", resend: true });
  // The first timer that fires while the run pauses.
  setTimeout(() => engine.stop());
  await refuses(run, "stopped");
  assert.equal((await callDemo(engine, "recovery")).golden, true);
});

test("a program that comes by another way is asked for once, and waiting for it ends", async () => {
  let asked = 0;
  const engine = engineOf({
    getModule: async () => {
      asked++;
      if (asked === 1) throw new Error("no script");
      return asked === 2 ? new Promise(() => {}) : module;
    },
  });
  await assert.rejects(engine.start(), { message: "no script" });
  const waiting = engine.start();
  setTimeout(() => engine.stop());
  await refuses(waiting, "stopped");
  await engine.start();
  engine.stop();
  await engine.start();
  assert.equal(asked, 3);
});

test("the sum that the element has in it goes to whoever fetches the program", async () => {
  /** @type {any[]} */
  const opened = [];
  const stage = workers(() => "runs");
  const { postMessage } = stage.Fake.prototype;
  stage.Fake.prototype.postMessage = function post(message, transfer) {
    opened.push(message);
    return postMessage.call(this, message, transfer);
  };
  Object.assign(globalThis, { origin: page, Worker: stage.Fake });
  const files = { wasm: "klog.wasm", wasmSize: 7, wasmSha256: sumOf("program") };
  const engine = makeEngine({
    hostOf: /** @type {any} */ (hostOf), files, base, workerURL: `${page}/w.js`,
  });
  engines.push(engine);
  await refuses(engine.start(), "ended"); // this worker can fetch nothing
  const { program, steps } = opened[0];
  assert.deepEqual([program.url, program.size, program.sha256, program.module, steps],
    [`${base}klog.wasm`, 7, files.wasmSha256, null, 0]);
});

/** @param {string} text */
function sumOf(text) {
  return createHash("sha256").update(text).digest("hex");
}
