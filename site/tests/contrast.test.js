// Every pair of colours that meets on a page, computed from css/tokens.css: text has 4.5 : 1 or
// more, lines and marks that mean something 3 : 1, in the light and in the dark. What stands on
// what is told here; a colour without a part, and a style with a colour of its own, is an error.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const css = new URL("../css/", import.meta.url);
const read = (/** @type {string} */ file) => readFileSync(fileURLToPath(new URL(file, css)), "utf8")
  .replace(/\/\*[^]*?\*\//g, "");
const styles = readdirSync(fileURLToPath(css)).filter((file) => file.endsWith(".css"));

/** Text on ordinary grounds, hex and highlighted code among it. */
const texts = ["ink", "soft", "indigo", "same", "differs", "cut", "literal"];
const grounds = ["paper", "sheet"];
/** Who writes a byte: ink stands on them. */
const tints = ["framing", "broker", "producer", "crc", "time", "counts"];
/** Rules, edges of fields, and what a picture draws. */
const lines = ["line"];

/** @type {[front: string, ground: string, least: number][]} */
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => pair(text, ground, 4.5))),
  ...lines.flatMap((line) => grounds.map((ground) => pair(line, ground, 3))),
  ...tints.map((tint) => pair("ink", tint, 4.5)),
  pair("paper", "indigo", 4.5), // a filled button
  pair("sheet", "cut", 4.5), // where the power was cut
];

/** @type {(front: string, ground: string, least: number) => [string, string, number]} */
function pair(front, ground, least) {
  return [front, ground, least];
}

/**
 * The colours of a piece of tokens.css, by their names.
 * @param {string} text
 */
const coloursOf = (text) => new Map([...text.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})\b/gi)]
  .map(([, name = "", hex = ""]) => [name, hex]));

/** @param {string} hex */
function luminance(hex) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @type {(one: string, other: string) => number} */
function contrast(one, other) {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const tokens = read("tokens.css");
const at = tokens.indexOf("@media (prefers-color-scheme: dark)");
const light = coloursOf(tokens.slice(0, at));
const dark = coloursOf(tokens.slice(at));

test("contrast is computed as WCAG does", () => {
  assert.equal(contrast("#000000", "#FFFFFF"), 21);
  assert.equal(contrast("#767676", "#FFFFFF").toFixed(2), "4.54"); // the best-known grey
});

test("each colour has a part in a pair, and one in the dark", () => {
  const known = new Set(pairs.flatMap(([front, ground]) => [front, ground]));
  assert.ok(light.size >= known.size, "tokens.css was not understood");
  assert.deepEqual([...light.keys()].filter((name) => !known.has(name)), []);
  assert.deepEqual([...dark.keys()].sort(), [...light.keys()].sort());
});

for (const [scheme, colours] of /** @type {const} */ ([["light", light], ["dark", dark]])) {
  test(`each pair is told apart in the ${scheme}`, () => {
    const faint = pairs.map(([front, ground, least]) => {
      const ratio = contrast(colours.get(front) ?? "", colours.get(ground) ?? "");
      return ratio >= least ? "" : `${front} on ${ground}: ${ratio.toFixed(2)}, not ${least}`;
    });
    assert.deepEqual(faint.filter((text) => text !== ""), []);
  });
}

test("styles have no colours but the tokens, and set text in those for text", () => {
  for (const file of styles.filter((name) => name !== "tokens.css")) {
    const text = read(file);
    assert.deepEqual(text.match(/#[0-9a-f]{3,8}\b(?=\s*[;,)])|\b(rgb|hsl|oklch|lab)a?\(/gi) ?? [],
      [], file);
    const own = /(?<![a-z-])color:\s*([^;}]+)/g;
    for (const [, declared = ""] of text.matchAll(own)) {
      const value = declared.replace("!important", "").trim();
      const name = /^var\(--([a-z]+)\)$/.exec(value)?.[1];
      const isSystem = /^(inherit|currentcolor|transparent|[A-Z][A-Za-z]+)$/.test(value);
      assert.ok(isSystem || [...texts, "paper", "sheet"].includes(name ?? ""),
        `${file}: color: ${value}`);
    }
    for (const [, value = ""] of text.matchAll(/background(?:-color)?:\s*([^;}]+)/g)) {
      for (const [, name = ""] of value.matchAll(/var\(--([a-z]+)\)/g)) {
        assert.ok(!light.has(name) || [...grounds, ...tints, "indigo", "cut"].includes(name),
          `${file}: background: ${value}`);
      }
    }
  }
});
