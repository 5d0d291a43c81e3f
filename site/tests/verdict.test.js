// The verdict on two texts: where they part, and in what way when the eye would not see it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { compare, draw } from "../embed/verdict.js";
import { golden } from "./dist.js";

/** @import { Cause, Difference } from "../embed/verdict.js" */

const encoder = new TextEncoder();

/**
 * @param {string} want
 * @param {string} got
 * @returns {Difference}
 */
function difference(want, got) {
  const found = compare(encoder.encode(want), encoder.encode(got));
  assert.ok(found, "unequal bytes give a difference");
  return found;
}

test("the same bytes are the same", () => {
  const bytes = golden("03-produce.txt");
  assert.equal(compare(bytes, new Uint8Array(bytes)), null);
  assert.equal(compare(new Uint8Array(), new Uint8Array()), null);
});

/** @type {[string, string, string, number, number, number, Cause[]][]} */
const rows = [
  ["the first byte", "abc\n", "xbc\n", 0, 1, 1, []],
  ["a byte of a later line", "one\ntwo\nthree\n", "one\ntwo\nthrxe\n", 11, 3, 4, []],
  ["the first byte after a line feed", "one\ntwo\n", "one\nTwo\n", 4, 2, 1, []],
  ["the last byte of a Thai letter", "รันกก\n", "รันกข\n", 14, 1, 5, []],
  ["a Thai letter against a Latin one", "ab ก\n", "ab k\n", 3, 1, 4, []],
  ["an emoji counts as one column", "😀a\n", "😀b\n", 4, 1, 2, []],
  ["a line feed against a letter", "one\ntwo\n", "onestwo\n", 3, 1, 4, []],
  ["the text ends early", "one\ntwo\n", "one\n", 4, 2, 1, ["ends-early"]],
  ["the text ends within a line", "one\ntwo\n", "one\ntw", 6, 2, 3, ["ends-early"]],
  ["nothing came", "one\n", "", 0, 1, 1, ["ends-early"]],
  ["the text goes on", "one\n", "one\ntwo\n", 4, 2, 1, ["goes-on"]],
  ["no newline at the end", "one\ntwo\n", "one\ntwo", 7, 2, 4, ["newline-missing"]],
  ["one more newline at the end", "one\n", "one\n\n", 4, 2, 1, ["newline-extra"]],
  ["a carriage return", "one\ntwo\n", "one\r\ntwo\r\n", 3, 1, 4, ["carriage-return"]],
  ["a tab for spaces", "a  b\n", "a\tb\n", 1, 1, 2, ["tab"]],
  ["a space at the end of a line", "one\ntwo\n", "one \ntwo\n", 3, 1, 4, ["trailing-spaces"]],
  ["a space too few at the end of a line", "one \n", "one\n", 3, 1, 4, ["trailing-spaces"]],
  ["sara am against its two parts", "ทำ\n", "ท\u0e4d\u0e32\n", 4, 1, 2, ["same-letters"]],
  ["é in one code point and in two", "é\n", "e\u0301\n", 0, 1, 1, ["same-letters"]],
  ["a no-break space", "a b\n", "a\u00a0b\n", 1, 1, 2, ["same-letters"]],
  ["a zero-width space", "ab\n", "a\u200bb\n", 1, 1, 2, ["invisible"]],
  ["a byte order mark", "ab\n", "\ufeffab\n", 0, 1, 1, ["invisible"]],
];

for (const [story, want, got, pos, line, column, causes] of rows) {
  test(story, () => {
    const found = difference(want, got);
    assert.deepEqual([found.pos, found.line, found.column, found.causes],
      [pos, line, column, causes]);
  });
}

test("both lines' texts are told, without what belongs to other lines", () => {
  const found = difference("one\ntwo\nthree\n", "one\ntwx\nfour\n");
  assert.deepEqual([found.want, found.got], ["two", "twx"]);
});

test("a text that has ended has no line there", () => {
  const found = difference("one\ntwo\n", "one\n");
  assert.deepEqual([found.want, found.got], ["two", null]);
});

test("the two code points are named", () => {
  assert.deepEqual(difference("ทำ\n", "ท\u0e4d\u0e32\n").codePoints, ["U+0E33", "U+0E4D"]);
  assert.deepEqual(difference("one", "one\n").codePoints, []);
});

test("bytes that are no UTF-8 are said to be none", () => {
  const got = encoder.encode("กข\n");
  got[4] = 0x41;
  const found = compare(encoder.encode("กข\n"), got);
  assert.deepEqual(found?.causes, ["not-utf8"]);
  assert.equal(found?.column, 2);
});

test("no single changed byte of a golden file goes unseen", () => {
  const want = golden("recovery.txt");
  for (let pos = 0; pos < want.length; pos++) {
    const got = new Uint8Array(want);
    got[pos] = (want[pos] ?? 0) ^ 0x01;
    const found = compare(want, got);
    assert.equal(found?.pos, pos);
    const before = want.subarray(0, pos).toString("latin1");
    assert.equal(found?.line, before.split("\n").length);
  }
});

test("what is not seen is drawn", () => {
  assert.equal(draw("one  "), "one␠␠");
  assert.equal(draw("one \r"), "one␠␍");
  assert.equal(draw("a\tb"), "a␉b");
  assert.equal(draw("a\u200bb\u0000"), "a‹U+200B›b‹U+0000›");
  assert.equal(draw("a\u00a0b"), "a‹U+00A0›b");
  assert.equal(draw("สุดท้าย 9 · ok"), "สุดท้าย 9 · ok");
});
