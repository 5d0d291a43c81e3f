// Losing arrows with the module that others import, as it was built, in Node.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { dist } from "./dist.js";

/** @import { Klog, KlogError, LoadOptions, ResendOptions } from "../embed/klog.mjs" */

/** @type {Klog} */
let klog;

before(async () => {
  /** @type {{ loadKlog(options?: LoadOptions): Promise<Klog> }} */
  const module = await import(pathToFileURL(join(dist, "klog.mjs")).href);
  klog = await module.loadKlog({ worker: false });
});
after(() => klog.stop());

test("a lost request and a lost ack are the same to the producer; the copies differ", async () => {
  /** @type {[boolean, string, number][]} */
  const copies = [];
  for (const idempotent of [false, true]) {
    const sides = [];
    for (const lost of ["lose-request", "lose-ack"]) {
      const { steps, batches } = await klog.experiment("resend",
        { idempotent, moves: `${lost},again:1` });
      const { sentBytes, sentSum, heardBytes, heardSum } = steps[0] ?? assert.fail();
      sides.push({ sentBytes, sentSum, heardBytes, heardSum });
      copies.push([idempotent, lost, batches[0]?.copies ?? NaN]);
    }
    assert.deepEqual(sides[0], sides[1]);
    assert.ok(sides[0]?.sentBytes);
    assert.equal(sides[0]?.heardBytes, 0);
  }
  assert.deepEqual(copies, [[false, "lose-request", 1], [false, "lose-ack", 2],
    [true, "lose-request", 1], [true, "lose-ack", 1]]);
});

test("the window holds five batches, and of small segments a restart reads the last", async () => {
  const moves = "send,send,send,send,send,send,again:1,restart";
  for (const [segmentBytes, known] of /** @type {const} */ ([[0, 5], [256, 1]])) {
    const { steps, elapsedMs, ...rest } = await klog.experiment("resend", { segmentBytes, moves });
    assert.ok(elapsedMs >= 0);
    assert.equal(rest.segmentBytes, segmentBytes);
    assert.equal(steps[5]?.evicted, "0..1");
    const { verdict, expected, got, code, base } = steps[6] ?? assert.fail();
    assert.deepEqual({ verdict, expected, got, code, base },
      { verdict: "OUT_OF_ORDER_SEQUENCE_NUMBER", expected: 9, got: 0, code: 45, base: -1 });
    assert.equal(steps[7]?.before.length, 5);
    assert.equal(steps[7]?.window.length, known);
    assert.equal(steps[7]?.logEnd, 9);
  }
});

test("without options nothing happens; wrong ones are refused by name", async () => {
  const { idempotent, segmentBytes, steps, batches } = await klog.experiment("resend");
  assert.deepEqual({ idempotent, segmentBytes, steps, batches },
    { idempotent: true, segmentBytes: 0, steps: [], batches: [] });
  for (const name of /** @type {any[]} */ ([undefined, null, 5, Symbol("resend"), () => "resend",
    new String("resend"), ["resend"], new Proxy({}, {}), "resend\ud800"])) {
    await assert.rejects(klog.experiment(name),
      { name: "KlogError", code: "usage", field: "name" });
  }
  for (const [options, field, message] of /** @type {[object, string, RegExp][]} */ ([
    [{ moves: "send,again:2" }, "moves", /^moves is "again:2", allowed is send, .* or restart$/],
    [{ segmentBytes: 512 }, "segmentBytes", /^segmentBytes is "512", allowed is 0 or 256$/],
    [{ idempotent: 1 }, "idempotent", /^idempotent is "1", allowed is true or false$/],
    [{ move: "send" }, "move", /^unknown option "move", did you mean moves\?$/],
  ])) {
    const given = /** @type {ResendOptions} */ (options);
    const error = /** @type {KlogError} */ (await klog.experiment("resend", given)
      .then(() => assert.fail("it was taken"), (/** @type {unknown} */ thrown) => thrown));
    assert.equal(error.name, "KlogError");
    assert.equal(error.code, "invalid-option");
    assert.equal(error.field, field);
    assert.match(error.message, message);
  }
});
