// What a reader waits for before reading: a page with its styles, its script and its icon is at
// most 60 kB, packed as a server sends them. The engine comes when Run is pressed, not before.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { dist } from "./dist.js";
import { pages } from "./pages.js";

const MOST = 60_000;

/** Everything that a tag has a browser fetch with a page. */
const FETCHED = /<(?:script|img|source|iframe|embed)\b[^>]*?\bsrc="([^"]+)"|<link\b([^>]*)>/g;
/** Not so a manifest and its icons: they are fetched when the site is put on a home screen. */
const NOT_FETCHED =
  /\brel="(alternate|canonical|next|prev|author|license|help|manifest|apple-touch-icon)"/;

/** @param {Buffer} bytes */
const packed = (bytes) => gzipSync(bytes, { level: 9 }).length;

for (const { file, html } of pages) {
  test(`${file} weighs no more than it may`, () => {
    const parts = [...html.matchAll(FETCHED)]
      .filter(([, , link = ""]) => !NOT_FETCHED.test(link))
      .map(([, src, link = ""]) => src ?? /\bhref="([^"]+)"/.exec(link)?.[1] ?? "");
    for (const ending of [".css", ".js", ".svg"]) {
      assert.ok(parts.some((part) => part.endsWith(ending)), `${file} has no ${ending}`);
    }
    assert.deepEqual(parts.filter((part) => part.endsWith(".wasm")), []);
    const weights = new Map([[file, packed(Buffer.from(html))], ...parts.map((part) =>
      /** @type {const} */ ([part, packed(readFileSync(join(dist, dirname(file), part)))]))]);
    const sum = [...weights.values()].reduce((a, b) => a + b, 0);
    assert.ok(sum <= MOST, `${sum} bytes: ${JSON.stringify([...weights])}`);
  });
}
