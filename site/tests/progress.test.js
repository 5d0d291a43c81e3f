// What is kept of a reader's progress, on storage that holds anything or nothing.

import assert from "node:assert/strict";
import test from "node:test";

import { Progress } from "../js/progress.js";

/** @param {string} [text] what stands under the site's key */
function storage(text) {
  const held = new Map(text === undefined ? [] : [["kaen-log /site/", text]]);
  return /** @type {Storage} */ (/** @type {unknown} */ ({
    getItem: (/** @type {string} */ key) => held.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => held.set(key, value),
    removeItem: (/** @type {string} */ key) => held.delete(key),
    held,
  }));
}

const of = (/** @type {Storage} */ store, build = "b1") =>
  new Progress("/site/", build, () => store);

test("what one page kept, another reads", () => {
  const store = storage();
  const first = of(store);
  first.prove("produce", "acks", true);
  first.keepAnswer("primer#crc", 2);
  first.keepGuess("03-produce#acks-2", { guess: "14", value: "0" });
  const second = of(store);
  assert.equal(second.hasProved("produce", "acks"), true);
  assert.equal(second.hasProved("produce", "frame"), false);
  assert.equal(second.answer("primer#crc"), 2);
  assert.deepEqual(second.guess("03-produce#acks-2"), { guess: "14", value: "0" });
});

test("two windows do not write over each other", () => {
  const store = storage();
  const [first, second] = [of(store), of(store)];
  first.keepAnswer("a", 0);
  second.keepAnswer("b", 1);
  first.prove("produce", "acks", true);
  const third = of(store);
  assert.deepEqual([third.answer("a"), third.answer("b")], [0, 1]);
  assert.equal(third.hasProved("produce", "acks"), true);
});

test("a section that differs is taken back", () => {
  const store = storage();
  of(store).prove("produce", "acks", true);
  of(store).prove("produce", "acks", false);
  assert.equal(of(store).hasProved("produce", "acks"), false);
});

test("another build keeps answers alone", () => {
  const store = storage();
  const first = of(store);
  first.prove("produce", "acks", true);
  first.keepAnswer("a", 1);
  first.keepGuess("g", { guess: "1", value: "2" });
  const second = of(store, "b2");
  assert.equal(second.hasProved("produce", "acks"), false);
  assert.equal(second.guess("g"), null);
  assert.equal(second.answer("a"), 1);
});

test("cleared is cleared, here and in the storage, and listeners hear of it", () => {
  const store = storage();
  const progress = of(store);
  progress.prove("produce", "acks", true);
  let heard = 0;
  progress.onClear(() => heard++);
  progress.clear();
  assert.equal(heard, 1);
  assert.equal(progress.hasProved("produce", "acks"), false);
  assert.equal(Reflect.get(store, "held").size, 0);
});

test("what one window cleared does not come back with what another keeps next", () => {
  const store = storage();
  const [first, second] = [of(store), of(store)];
  first.prove("produce", "acks", true);
  second.keepAnswer("a", 0);
  first.clear();
  second.keepAnswer("b", 1);
  for (const progress of [second, of(store)]) {
    assert.equal(progress.hasProved("produce", "acks"), false);
    assert.deepEqual([progress.answer("a"), progress.answer("b")], [null, 1]);
  }
});

test("a window that hears of another's clearing clears too, and writes nothing", () => {
  const key = "kaen-log /site/";
  for (const [event, isHeard] of /** @type {const} */ ([
    [{ key, newValue: null }, true], [{ key, newValue: "" }, true],
    [{ key: null, newValue: null }, true],
    [{ key, newValue: "{}" }, false], [{ key: "kaen-log /", newValue: null }, false],
  ])) {
    const store = storage();
    const progress = of(store);
    progress.keepAnswer("a", 1);
    Object.assign(store, { setItem: assert.fail, removeItem: assert.fail });
    let heard = 0;
    progress.onClear(() => heard++);
    progress.hear(event);
    assert.equal(heard, isHeard ? 1 : 0, JSON.stringify(event));
    assert.equal(progress.answer("a"), isHeard ? null : 1);
  }
});

test("storage that is full loses nothing that is known here", () => {
  for (const text of [undefined, '{"build":"b1","answers":{"a":0}}']) {
    const store = storage(text);
    const progress = of(store);
    const { setItem } = store;
    store.setItem = () => {
      throw new Error("full");
    };
    progress.keepAnswer("b", 1);
    progress.keepAnswer("c", 2);
    assert.deepEqual([progress.answer("b"), progress.answer("c")], [1, 2]);
    store.setItem = setItem;
    progress.keepAnswer("d", 3);
    assert.deepEqual(["a", "b", "c", "d"].map((id) => of(store).answer(id)),
      [text ? 0 : null, 1, 2, 3]);
  }
});

for (const text of ["", "null", "7", "[]", "{", '{"build":"b1","proved":"all","answers":[1],'
  + '"guesses":{"g":7,"h":{"guess":1}}}', '{"build":"b1","proved":[7,null]}']) {
  test(`storage that holds ${text || "nothing"} holds no progress`, () => {
    const progress = of(storage(text));
    assert.equal(progress.hasProved("produce", "acks"), false);
    assert.equal(progress.guess("g"), null);
    assert.equal(progress.guess("h"), null);
    progress.keepAnswer("a", 1);
    assert.equal(progress.answer("a"), 1);
  });
}

test("storage that throws is done without", () => {
  const progress = new Progress("/site/", "b1", () => {
    throw new Error("denied");
  });
  progress.prove("produce", "acks", true);
  assert.equal(progress.hasProved("produce", "acks"), true);
  progress.clear();
  assert.equal(progress.hasProved("produce", "acks"), false);
});
