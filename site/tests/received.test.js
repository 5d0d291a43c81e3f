// A body in pieces of any length, whatever was said of its length before.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Patience } from "../embed/patience.js";
import { receive } from "../embed/received.js";

const HEAD = 8;

/**
 * A body of pieces, which breaks after the last where it has a fault.
 * @param {Uint8Array[]} pieces
 * @param {Error} [fault]
 */
function bodyOf(pieces, fault) {
  let isCancelled = false;
  let given = 0;
  const stream = new ReadableStream({
    pull(controller) {
      const piece = pieces[given++];
      if (piece) controller.enqueue(piece);
      else if (fault) controller.error(fault);
      else controller.close();
    },
    cancel() {
      isCancelled = true;
    },
  }, { highWaterMark: 0 });
  return { stream, wasCancelled: () => isCancelled, given: () => given };
}

/**
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} expected
 * @param {(head: Uint8Array) => void} [look]
 */
async function take(stream, expected, look = () => {}) {
  /** @type {number[][]} */
  const heads = [];
  /** @type {number[]} */
  const loaded = [];
  const patience = new Patience({ url: "x" }, 0);
  const { bytes, error } = await receive(stream, {
    expected, patience, headBytes: HEAD,
    onHead(head) {
      heads.push([...head]);
      look(head);
    },
    onProgress: (progress) => {
      assert.equal(progress.total, expected);
      loaded.push(progress.loaded);
    },
  });
  return { bytes, error, heads, loaded };
}

/** @param {number} length */
const counting = (length) => Uint8Array.from({ length }, (_, i) => i);

/**
 * @param {Uint8Array} bytes
 * @param {number} length of a piece
 */
function cut(bytes, length) {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += length) pieces.push(bytes.slice(at, at + length));
  return pieces;
}

test("what comes is what was sent, in pieces of any length, few or many expected", async () => {
  for (const length of [0, 1, HEAD - 1, HEAD, HEAD + 1, 200_000]) {
    const sent = counting(length);
    for (const piece of [1, 3, HEAD, 65_536, 200_000]) {
      if (length / piece > 1000) continue;
      for (const expected of [0, 1, length, 1e12]) {
        const { bytes, error, heads, loaded } = await take(bodyOf(cut(sent, piece)).stream,
          expected);
        assert.equal(error, null);
        assert.ok(Buffer.from(bytes).equals(sent), `${length} in pieces of ${piece}`);
        assert.deepEqual(heads, [[...sent.subarray(0, HEAD)]]);
        assert.equal(loaded.at(-1), length || undefined);
        assert.equal(loaded.length, Math.ceil(length / piece));
      }
    }
  }
});

test("an empty piece is no end", async () => {
  const none = new Uint8Array();
  const { bytes, heads } = await take(bodyOf([none, counting(3), none, counting(9)]).stream, 0);
  assert.deepEqual([...bytes], [...counting(3), ...counting(9)]);
  assert.deepEqual(heads, [[0, 1, 2, 0, 1, 2, 3, 4]]);
});

test("a body that breaks gives what came before, and why", async () => {
  const fault = new Error("gone");
  for (const length of [0, 3, 20]) {
    const { bytes, error, heads } = await take(bodyOf(cut(counting(length), 5), fault).stream, 99);
    assert.equal(error, fault);
    assert.deepEqual([...bytes], [...counting(length)]);
    assert.equal(heads.length, 1);
  }
});

test("nothing more is received of a body whose first bytes are refused", async () => {
  const body = bodyOf(cut(counting(200), 5));
  const refusal = new Error("not this");
  await assert.rejects(take(body.stream, 200, () => {
    throw refusal;
  }), refusal);
  assert.ok(body.wasCancelled());
  assert.equal(body.given(), 2);
});
