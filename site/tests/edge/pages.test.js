// The site from the edge: its files with their headers, and its pages in Chromium under them.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { chromium } from "@playwright/test";

import { chromium as settings } from "../../playwright.config.js";
import { POLICY } from "../policy.js";
import { built, start } from "./edge.js";

/** @type {Awaited<ReturnType<typeof start>>} */
let edge;
/** @type {import("@playwright/test").Browser} */
let browser;
/** @type {import("node:http").Server | undefined} */
let other;
let body = "";
before(async () => {
  edge = await start();
  browser = await chromium.launch(settings.launchOptions);
});
after(async () => {
  await browser?.close();
  other?.closeAllConnections();
  other?.close();
  await edge?.stop();
});

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
const ask = (path, init) => fetch(edge.origin + path, { redirect: "manual", ...init });

/**
 * A page on another origin; gives its address.
 * @param {string} html
 */
async function elsewhere(html) {
  other ??= createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>A lesson</title>${body}`);
  });
  body = html;
  if (!other.listening) await once(other.listen(0, "127.0.0.1"), "listening");
  const address = other.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
}

/** @param {string} path */
const file = (path) => readFileSync(join(built, "site", path));

test("files are the build's, folders have their index, and what is not there has its page",
  async () => {
    for (const [path, name, status] of /** @type {const} */ ([["/", "index.html", 200],
      ["/en/", "en/index.html", 200], ["/en/03-produce.html", "en/03-produce.html", 200],
      ["/sw.js", "sw.js", 200], ["/klog.mjs", "klog.mjs", 200], ["/embed.html", "embed.html", 200],
      ["/nothing", "404.html", 404], ["/en/nothing.html", "404.html", 404],
      ["/nothing/", "404.html", 404], ["/assets/none.js", "404.html", 404],
      ["//[/", "404.html", 404], ["//elsewhere.test/", "404.html", 404],
      ["//elsewhere.test/en", "404.html", 404], ["/.//elsewhere.test/en", "404.html", 404],
      ["/_headers", "404.html", 404], ["/..%2f..%2fetc/passwd", "404.html", 404]])) {
      const answer = await ask(path);
      assert.equal(answer.status, status, path);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), file(name), path);
      const head = await ask(path, { method: "HEAD" });
      assert.equal(head.status, status, `HEAD ${path}`);
    }
    const folder = await ask("/en?x=1");
    assert.equal(folder.status, 301);
    assert.equal(folder.headers.get("location"), "./en/?x=1");
    const post = await ask("/", { method: "POST", body: "x" });
    assert.equal(post.status, 405);
    assert.equal(post.headers.get("allow"), "GET, HEAD");
    const index = await ask("/en/");
    const again = await ask("/en/", { headers: {
      "if-none-match": index.headers.get("etag") ?? "" } });
    assert.equal(again.status, 304);
    assert.equal((await edge.counts()).made, 0);
  });

test("pages come with the policy, and what is for everybody's pages without its frame's end",
  async () => {
    for (const path of ["/", "/en/07-idem.html", "/nothing"]) {
      const { headers } = await ask(path);
      assert.equal(headers.get("content-security-policy"), `${POLICY}; frame-ancestors 'none'`);
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("referrer-policy"), "no-referrer");
      assert.equal(headers.get("access-control-allow-origin"), null);
    }
    const { wasm } = /data-wasm="(?<wasm>[^"]+)"/.exec(String(file("index.html")))?.groups ?? {};
    const asset = await ask(`/${wasm}`);
    assert.equal(asset.headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.equal(asset.headers.get("content-type"), "application/wasm");
    for (const path of ["/embed.html", "/embed/klog-demo.js"]) {
      const { headers } = await ask(path);
      assert.doesNotMatch(headers.get("content-security-policy") ?? "", /frame-ancestors/);
      assert.equal(headers.get("access-control-allow-origin"), "*");
      assert.equal(headers.get("cross-origin-resource-policy"), "cross-origin");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
    }
  });

for (const [path, same] of /** @type {[string, RegExp][]} */ ([
  ["/", /^ตรงกัน: /], ["/en/07-idem.html", /^Identical: /],
])) {
  test(`${path} runs its demo, and nothing is reported`, async () => {
    const page = await browser.newPage();
    /** @type {string[]} */
    const seen = [];
    page.on("console", (message) => { if (message.type() !== "log") seen.push(message.text()); });
    page.on("pageerror", (error) => seen.push(String(error)));
    page.on("requestfailed", (request) => seen.push(request.url()));
    await page.goto(edge.origin + path);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: "Run", exact: true }).first().click();
    await main.getByRole("status").filter({ hasText: same }).first().waitFor();
    assert.deepEqual(seen, []);
    await page.close();
  });
}

test("in a sandboxed frame of a page elsewhere the demo runs", async () => {
  const page = await browser.newPage();
  await page.goto(await elsewhere(`<iframe sandbox="allow-scripts" height="600"
    src="${edge.origin}/embed.html#demo=dedup&lang=en"></iframe>`));
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "Run", exact: true }).click();
  await frame.getByRole("status").filter({ hasText: /^Identical: / }).first().waitFor();
  await page.close();
});

test("a page elsewhere reads the API, and asks again with the tag", async () => {
  const page = await browser.newPage();
  await page.goto(await elsewhere(""));
  const { made } = await edge.counts();
  const statuses = await page.evaluate(async (address) => {
    const first = await fetch(address, { cache: "no-store" });
    const tag = first.headers.get("etag") ?? "";
    const second = await fetch(address, { cache: "no-store", headers: { "If-None-Match": tag } });
    return [first.status, (await first.text()).startsWith("== "), second.status];
  }, `${edge.origin}/v1/demos/recovery`);
  assert.deepEqual(statuses, [200, true, 304]);
  assert.equal((await edge.counts()).made, made + 2); // the answer, and OPTIONS
  await page.close();
});
