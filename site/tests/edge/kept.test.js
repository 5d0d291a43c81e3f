// The answers that need no program are those that the program would give: the same cases, and
// queries by the hundred, each asked of klog serve-http as well.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { canonical, matches, negotiate, tagOf } from "../../edge/kept.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A file of cases: fields parted by bars, a case a line. @param {string} name */
const cases = (name) => readFileSync(join(root, "wasm/httpapi/testdata", name), "utf8").split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.replaceAll("<tab>", "\t").split("|"));

/** @import { Edge, Flag } from "../../edge/ambient.js" */

/** @type {string} */
let folder;
/** @type {import("node:child_process").ChildProcess} */
let server;
/** @type {string} */
let origin;
/** @type {Edge} */
let edge;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "klog-"));
  execFileSync("go", ["build", "-o", join(folder, "klog"), "./scripts/klog"], { cwd: root });
  server = spawn(join(folder, "klog"), ["serve-http", "--port", "0"]);
  const line = String(await new Promise((resolve) => server.stdout?.once("data", resolve)));
  origin = line.trim().replace(/\/v1\/demos$/, "");
  server.stderr?.resume();
  const first = await fetch(`${origin}/v1/demos`);
  const { demos } = await first.json();
  const described = await (await fetch(`${origin}/openapi.json`)).json();
  edge = {
    build: /^"([^-]*)-/.exec(first.headers.get("etag") ?? "")?.[1] ?? "",
    maxQuery: 4096, maxBody: 2 ** 20, runMaxAge: 365 * 24 * 3600, listMaxAge: 3600,
    demos: demos.map((/** @type {{ name: string, flags: any[] }} */ { name, flags }) => ({ name,
      flags: flags.map((flag) => ({ ...flag, ...boundsOf(flag.allowed) })) })),
  };
  assert.equal(Object.keys(described.paths).length, demos.length + 3);
});
after(() => {
  server?.kill("SIGTERM");
  if (folder) rmSync(folder, { recursive: true });
});

/** The bounds of what a flag takes, from the words for it. @param {string} allowed */
function boundsOf(allowed) {
  const [, min = "0", max = "0"] = /from (-?\d+) to (\d+)/.exec(allowed)
    ?? /with (\d+) <= A <= B <= (\d+)/.exec(allowed) ?? [];
  return { min, max };
}

test("Accept is read as in Go", () => {
  for (const [accept = "", want] of cases("accept.txt")) {
    const got = negotiate(accept, ["text/plain", "application/json"]);
    assert.equal(got === null ? "none" : got === "text/plain" ? "text" : "json", want, accept);
  }
});

test("queries are read as in Go", () => {
  for (const [name, raw = "", want] of cases("queries.txt")) {
    const flags = edge.demos.find((demo) => demo.name === name)?.flags ?? [];
    assert.equal(canonical(flags, raw) ?? "wrong", want, `${name}?${raw}`);
  }
});

test("tags are compared as in Go", () => {
  const tag = '"b-x"';
  for (const given of [tag, `W/${tag}`, `"x", ${tag}`, ` ${tag} `, "*", `"a,b",,${tag}`]) {
    assert.ok(matches(given, tag), given);
  }
  for (const given of ["", "b-x", '"b-x', '"x"', `w/${tag}`, `x ${tag}`, '"*"']) {
    assert.ok(!matches(given, tag), given);
  }
});

test("a long header is read in the time of its length", () => {
  const spaces = " ".repeat(2 ** 21); // the square of that is more than a day
  assert.ok(!matches(`x${spaces}x`, '"t"'));
  assert.ok(!matches(`"a"${spaces}x`, '"t"'));
  assert.equal(negotiate(`a${spaces}b/c, text/plain;${spaces}q=0.5`, ["text/plain"]),
    "text/plain");
});

/** Numbers that look random and are the same each time. @param {number} seed */
function* numbers(seed) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state >>> 8;
  }
}

test("600 requests: the tag made here is the one that the program gives", async () => {
  const drawn = numbers(1);
  /** @template T @param {readonly T[]} list @returns {T} */
  const pick = (list) => /** @type {T} */ (list[Number(drawn.next().value) % list.length]);
  const values = ["0", "1", "-1", "64", "65", "9999", "10000", "true", "false", "", "7..9", "9..7",
    "0..0", "x", "01", "%31", "1%", "+1", "4611686018427387904", "9223372036854775807", "32767",
    "-32768", "9223372036854775806", "%E0%B8%81", "1;2", "1#"];
  const names = ["acks", "batches", "truncate-tail", "now-ms", "pid", "seq", "resend", "dir",
    "format", "nowMs", "%61cks", "a"];
  const accepts = ["", "*/*", "application/json", "text/*;q=0.3, */*;q=0.5", "image/png",
    "text/plain"];
  let right = 0;
  for (let i = 0; i < 600; i++) {
    const path = pick(["/v1/demos/produce", "/v1/demos/dedup", "/v1/demos/recovery",
      "/v1/demos/produce", "/v1/demos", "/openapi.json", "/v1/demos/%64edup", "/v1/demos/x"]);
    const count = pick([0, 1, 1, 1, 2, 3]);
    const raw = Array.from({ length: count }, () => pick(["", "", "", "="]) === "="
      ? pick(names) : `${pick(names)}=${pick(values)}`).join(pick(["&", "&", "&&"]));
    const url = new URL(`${origin}${path}${raw ? "?" : ""}${raw}`);
    const accept = pick(accepts);
    const answer = await fetch(url, { method: "HEAD", headers: { accept } });
    const made = tagOf(url, accept, edge);
    assert.equal(made?.tag ?? null, answer.headers.get("etag"), `${url} ${accept}`);
    assert.equal(answer.status === 200, made !== null);
    if (!made) continue;
    right++;
    assert.equal(answer.headers.get("cache-control"),
      `public, max-age=${made.maxAge}`);
  }
  assert.ok(right > 50, `only ${right} were right`);
});
