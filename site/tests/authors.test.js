// What the page for authors quotes in its table of troubles is what is really said: each quotation
// is the beginning of a message, and each of these messages is quoted.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { words as own } from "../embed/element-words.js";
import { viewWordsFor } from "../embed/view-words.js";
import { runWordsFor } from "../embed/words-run.js";

/** @import { ErrorCode, ErrorDetail } from "../embed/klog.mjs" */

const FILE = "https://school.example/kaen-log/klog.0a1b2c3d4e.wasm";
const LACK = { url: FILE, directive: "worker-src", missing: "blob:" };

/** @type {[ErrorCode, ErrorDetail][]} what keeps a run from being made, or its worker */
const faults = [
  ["policy", { ...LACK, directive: "script-src", missing: "'wasm-unsafe-eval'" }],
  ["policy", { ...LACK, directive: "connect-src", missing: "'self'" }],
  ["integrity", { url: FILE }],
  ["http", { url: FILE, status: 404 }],
  ["network", { url: FILE }],
];

/**
 * What the element may say, in a language.
 * @param {"th" | "en"} lang
 */
function messages(lang) {
  const { fault, why, lacks } = own[lang];
  const { invalid, unknown } = viewWordsFor(lang);
  const run = runWordsFor(lang);
  return [
    ...faults.map(([code, detail]) => run.fault(code, detail, "", "Run")),
    ...[why.network, why.integrity, why.policy + lacks("script-src", "'self'")]
      .map((reason) => fault("klog-views.js", reason)),
    run.makeshift("worker-forbidden", LACK),
    invalid("--acks"),
    unknown('section="middle"', "torn-tail, restart"),
    run.same(100),
    run.own(100, 1),
  ];
}

/**
 * What begins like a quotation, whose ellipses stand for anything.
 * @param {string} quotation
 */
const pattern = (quotation) => new RegExp(`^${quotation.split(/\s*…\s*/)
  .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*")}`);

for (const lang of /** @type {const} */ (["th", "en"])) {
  test(`what the page for authors quotes is what is said (${lang})`, () => {
    const url = new URL(`../content/${lang}/authors.md`, import.meta.url);
    const [, trouble = ""] = readFileSync(url, "utf8").split("{#trouble}");
    const quoted = [...trouble.matchAll(/“([^”]+)”/g)].map(([, words = ""]) => words);
    const said = messages(lang);
    for (const words of quoted) {
      assert.ok(said.some((message) => pattern(words).test(message)), `nobody says: ${words}`);
    }
    for (const message of said) {
      assert.ok(quoted.some((words) => pattern(words).test(message)), `not quoted: ${message}`);
    }
  });
}
