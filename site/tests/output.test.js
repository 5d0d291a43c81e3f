// Sections cut from an output, put together again, and their lines paired with a run's.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cut, pair, whole } from "../embed/output.js";
import { golden } from "./dist.js";

const IDS = ["frame", "header-v2", "length-check", "offsets", "acks", "torn-tail"];

test("the golden file's sections have the bytes that the rail is drawn from", () => {
  const sections = cut(golden("03-produce.txt"), IDS);
  assert.deepEqual(sections.map(({ id }) => id), IDS);
  assert.deepEqual(sections.map(({ bytes }) => bytes.length), [629, 805, 434, 634, 1027, 1124]);
});

test("sections put together are the file", () => {
  for (const name of ["03-produce.txt", "07-idem.txt", "recovery.txt"]) {
    const bytes = golden(name);
    const sections = cut(bytes, []).map((section) => section.bytes);
    assert.deepEqual(whole(sections), new Uint8Array(bytes));
  }
});

test("no output has no sections, and no sections are no output", () => {
  assert.deepEqual(cut(new Uint8Array(), []), []);
  assert.equal(whole([]).length, 0);
});

test("an output without a newline at its end keeps its last byte", () => {
  const [section] = cut(new TextEncoder().encode("== a ==\nb"), ["a"]);
  assert.equal(new TextDecoder().decode(section?.bytes), "== a ==\nb");
});

/** @type {[string, string[], string[], string][]} */
const rows = [
  ["the same lines", ["title", "row", "end"], ["title", "row", "end"], "00 11 22"],
  ["more rows", ["title", "row", "end"], ["title", "row", "row", "row", "end"],
    "00 11 -2 -3 24"],
  ["fewer rows", ["title", "row", "row", "end"], ["title", "row", "end"], "00 11 2- 32"],
  ["no rows", ["title", "row", "end"], ["title", "end"], "00 1- 21"],
  ["nothing printed", ["title", "row"], [], "0- 1-"],
  ["nothing golden", [], ["title"], "-0"],
  ["another kind of line", ["title", "sent", "end"], ["title", "refused", "end"], "00 1- -1 22"],
];

for (const [story, left, right, pairs] of rows) {
  test(`lines are paired by their kinds: ${story}`, () => {
    const found = pair(left, right).map((each) => `${each.golden ?? "-"}${each.own ?? "-"}`);
    assert.equal(found.join(" "), pairs);
  });
}
