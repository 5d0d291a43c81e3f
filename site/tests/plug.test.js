// Pulling the plug with the module that others import, as it was built, in Node.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { dist } from "./dist.js";

/** @import { ExperimentResult, Klog, KlogError, LoadOptions } from "../embed/klog.mjs" */
/** @import { PowerCutOptions, Station } from "../embed/klog.mjs" */

/** @typedef {ExperimentResult<"power-cut">} PowerCutResult */

/** @type {Station[]} */
const STATIONS = ["receive", "assign", "page-cache", "sync", "publish", "answer"];

/** @type {Klog} */
let klog;

before(async () => {
  /** @type {{ loadKlog(options?: LoadOptions): Promise<Klog> }} */
  const module = await import(pathToFileURL(join(dist, "klog.mjs")).href);
  klog = await module.loadKlog({ worker: false });
});
after(() => klog.stop());

test("only without the sync is a record gone that its producer believes written", async () => {
  /** @type {PowerCutResult[]} */
  const all = [];
  for (const syncFirst of [true, false]) {
    for (const acks of [0, 1, -1]) {
      for (const cut of STATIONS) {
        all.push(await klog.experiment("power-cut", { acks, syncFirst, cut }));
      }
    }
  }
  assert.equal(all.length, 36);
  const bad = all.filter(({ belief, gone, torn }) => belief === "written" && gone + torn > 0);
  assert.deepEqual(bad.map(({ acks, syncFirst, cut }) => ({ acks, syncFirst, cut })),
    [{ acks: 1, syncFirst: false, cut: "answer" }]);
  for (const result of all) {
    assert.equal(result.states, result.whole + result.gone + result.torn);
    assert.equal(result.earlier, result.states, "what was acknowledged before is always there");
  }
});

test("a result tells the setup, what is left and what the engine did until then", async () => {
  const given = /** @type {const} */ ({ syncFirst: false, cut: "page-cache" });
  const { elapsedMs, events, ...rest } = await klog.experiment("power-cut", given);
  assert.ok(elapsedMs >= 0);
  assert.deepEqual(events.map(({ step, type }) => [step, type]),
    [[1, "frame-read"], [2, "assigned"], [3, "written"]]);
  const { batchBytes, states, torn } = rest;
  assert.equal(events[2]?.size, batchBytes);
  assert.deepEqual(rest, { acks: 1, syncFirst: false, cut: "page-cache", belief: "unanswered",
    states, whole: 1, gone: 1, torn, earlier: states, batchBytes });
  assert.ok(torn >= batchBytes, "each of its first bytes may be the last that came");
});

test("without options the broker syncs, answers, and loses nothing", async () => {
  const { acks, syncFirst, cut, belief, states, whole } = await klog.experiment("power-cut");
  assert.deepEqual({ acks, syncFirst, cut, belief, states, whole },
    { acks: 1, syncFirst: true, cut: "answer", belief: "written", states: 1, whole: 1 });
});

test("options that are wrong are refused by name, and the next call works", async () => {
  for (const [options, field, message] of /** @type {[object, string, RegExp][]} */ ([
    [{ acks: 2 }, "acks", /^acks is "2", allowed is 0, 1 or -1$/],
    [{ acks: 0.5 }, "acks", /^acks is 0.5, allowed is a whole number/],
    [{ syncFirst: 1 }, "syncFirst", /^syncFirst is "1", allowed is true or false$/],
    [{ cut: "power" }, "cut", /^cut is "power", allowed is receive, .* or answer$/],
    [{ cut: null }, "cut", /^cut is of type null/],
    [{ sync: true }, "sync", /^unknown option "sync"/],
  ])) {
    const given = /** @type {PowerCutOptions} */ (options);
    const error = /** @type {KlogError} */ (await klog.experiment("power-cut", given)
      .then(() => assert.fail("it was taken"), (/** @type {unknown} */ thrown) => thrown));
    assert.equal(error.name, "KlogError");
    assert.equal(error.code, "invalid-option");
    assert.equal(error.field, field);
    assert.match(error.message, message);
  }
  assert.equal((await klog.experiment("power-cut", { cut: "receive" })).gone, 1);
});
