// The element's colours are those of the lesson site, whose contrasts are computed in
// contrast.test.js, and each takes the page's word for it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { COLOURS, DARK, LIGHT, VIEW_COLOURS, VIEW_DARK, VIEW_LIGHT, tokens }
  from "../embed/tokens.js";

const css = readFileSync(new URL("../css/tokens.css", import.meta.url), "utf8");
const [light = "", dark = ""] = css.split("@media (prefers-color-scheme: dark)");

/**
 * The site's colours of these names.
 * @param {string} text
 * @param {string[]} names
 */
const ofSite = (text, names) => names.map((name) =>
  text.match(new RegExp(`--${name}: #([0-9A-F]{6});`))?.[1]).join(" ");

test("the element's colours are the site's, in the light and in the dark", () => {
  assert.equal(LIGHT, ofSite(light, COLOURS));
  assert.equal(DARK, ofSite(dark, COLOURS));
  assert.equal(VIEW_LIGHT, ofSite(light, VIEW_COLOURS));
  assert.equal(VIEW_DARK, ofSite(dark, VIEW_COLOURS));
});

test("the page's word comes first, and its colour scheme chooses among the element's", () => {
  const sheet = tokens(["ink"], "14202B", "E3EAEE");
  assert.equal(sheet, ":host{--_ink:var(--klog-ink,#14202B)}"
    + "@supports(color:light-dark(red,red)){"
    + ":host{--_ink:var(--klog-ink,light-dark(#14202B,#E3EAEE))}}");
});

test("the views' style sheet names no colour that there is not", () => {
  const known = new Set([...COLOURS, ...VIEW_COLOURS, "text", "mono"]);
  const [views = "", ...others] = ["embed/views.css", "embed/views-output.css",
    "css/cells.css", "css/picture-shapes.css"].map((file) =>
    readFileSync(new URL(`../${file}`, import.meta.url), "utf8"));
  const all = [views, ...others].join("");
  const asked = [...all.matchAll(/var\(--_?([a-z]+)\)/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(asked)].filter((name) => !known.has(name ?? "")).sort(),
    ["cell", "columns"]); // which are sizes, and set there
  const mapped = [...views.matchAll(/--([a-z]+): var\(--_([a-z]+)\);/g)];
  assert.deepEqual(mapped.filter(([, name, of]) => name !== of), []);
  assert.deepEqual(new Set(mapped.map(([, name]) => name)), known);
});
