// The package as an author gets it: packed by npm, installed from that file in a project of its
// own, used by its names. All of it is what the build made.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { golden } from "./dist.js";
import { install, makeFolder, pack } from "./pack.js";

/** What is in it, without the hashes in the names: everybody who installs it downloads that. */
const FILES = [
  "LICENSE", "README.md", "custom-elements.json", "element.d.mts", "integrity.json",
  "klog-demo.all.js", "klog-demo.js", "klog-demo.mjs", "klog-packed.js", "klog-views.js",
  "klog-worker.js", "klog.d.mts", "klog.mjs", "klog.wasm", "licenses.txt", "package.json",
];

/** @type {string} */
let project;
/** @type {string[]} */
let names;

before(() => {
  const dir = makeFolder();
  const packed = pack(dir);
  names = packed.names;
  project = install(dir, packed.file);
});

/** @param {string} name */
const installed = (name) => join(project, "node_modules", "kaen-log", name);

/**
 * Runs a module of the project in Node, and gives what it prints.
 * @param {string} source
 */
function run(source) {
  writeFileSync(join(project, "main.js"), source);
  return execFileSync(process.execPath, ["main.js"], { cwd: project });
}

test("it has these files and no others", () => {
  const plain = names.map((name) => name.replace(/\.[0-9a-f]{10}(?=\.\w+$)/, ""));
  assert.deepEqual(plain.sort(), FILES);
  assert.deepEqual(readdirSync(installed("")).sort(), names);
});

test("it depends on nothing and runs nothing when it is installed", () => {
  const own = JSON.parse(readFileSync(installed("package.json"), "utf8"));
  for (const field of ["dependencies", "peerDependencies", "optionalDependencies", "scripts"]) {
    assert.equal(own[field], undefined, field);
  }
  assert.deepEqual(readdirSync(join(project, "node_modules")).filter((name) => name[0] !== "."),
    ["kaen-log"]);
});

test("its version is that of the sources", () => {
  const source = fileURLToPath(new URL("../package.json", import.meta.url));
  const { name, version } = JSON.parse(readFileSync(source, "utf8"));
  const own = JSON.parse(readFileSync(installed("package.json"), "utf8"));
  assert.deepEqual([own.name, own.version], [name, version]);
  assert.equal(JSON.parse(readFileSync(installed("integrity.json"), "utf8")).version, version);
  assert.match(readFileSync(installed("README.md"), "utf8"),
    new RegExp(`^# kaen-log ${version.replaceAll(".", "\\.")}\n`));
});

for (const name of ["kaen-log", "kaen-log/engine"]) {
  test(`${name} is the engine, which prints the golden bytes in Node`, () => {
    assert.deepEqual(run(`
      import { loadKlog } from "${name}";
      const klog = await loadKlog({ worker: false });
      const run = await klog.dedupDemo({ pid: 1000, seq: "7..9", resend: true });
      process.stdout.write(run.text);
    `), golden("07-idem.txt"));
  });
}

test("the engine takes the program that kaen-log/wasm names", () => {
  assert.deepEqual(run(`
    import { readFile } from "node:fs/promises";
    import { loadKlog } from "kaen-log";
    const wasm = await readFile(new URL(import.meta.resolve("kaen-log/wasm")));
    const klog = await loadKlog({ worker: false, wasm });
    process.stdout.write((await klog.recoveryDemo()).bytes);
  `), golden("recovery.txt"));
});

test("kaen-log/element can be imported where there are no elements, and does nothing there", () => {
  assert.equal(String(run(`
    const before = Object.getOwnPropertyNames(globalThis).join();
    const { KlogDemoElement, define } = await import("kaen-log/element");
    define();
    define("my-demo");
    console.log(typeof KlogDemoElement, before === Object.getOwnPropertyNames(globalThis).join());
  `)), "function true\n");
});

test("descriptions can be imported by their names", () => {
  assert.equal(String(run(`
    import { createRequire } from "node:module";
    const require = createRequire(import.meta.url);
    const manifest = require("kaen-log/custom-elements.json");
    const { files } = require("kaen-log/integrity.json");
    const { customElements } = require("kaen-log/package.json");
    console.log(manifest.modules[0].path in files, customElements);
  `)), "true ./custom-elements.json\n");
});

test("what is not named can't be imported", () => {
  assert.equal(String(run(`
    await import("kaen-log/klog.mjs").catch(({ code }) => console.log(code));
  `)), "ERR_PACKAGE_PATH_NOT_EXPORTED\n");
});

test("integrity.json is right for every file of it", () => {
  const { files } = JSON.parse(readFileSync(installed("integrity.json"), "utf8"));
  const scripts = names.filter((name) => /\.(?:js|mjs|wasm)$/.test(name));
  assert.deepEqual(Object.keys(files).sort(), scripts);
  for (const name of scripts) {
    const hash = createHash("sha384").update(readFileSync(installed(name))).digest("base64");
    assert.equal(files[name], `sha384-${hash}`, name);
  }
});

test("its types are right for who imports it, under the strictest settings", () => {
  writeFileSync(join(project, "author.ts"), `
    import { loadKlog, type DemoResult } from "kaen-log";
    import { KlogDemoElement, define, type KlogDemoState } from "kaen-log/element";
    import * as engine from "kaen-log/engine";

    const klog = await engine.loadKlog({ worker: false });
    const run: DemoResult = await klog.produceDemo({ acks: 1 });
    const text: string = run.text;
    const same: typeof loadKlog = engine.loadKlog;
    const demo = document.querySelector("klog-demo");
    if (demo) {
      const state: KlogDemoState = demo.state;
      const own: KlogDemoElement = demo;
      demo.addEventListener("klog-result", ({ detail }) => {
        const verdict: "same" | "own" | "differs" = detail.state;
        console.log(verdict, detail.bytes.length);
      });
      // @ts-expect-error nobody sets how it is
      demo.state = state;
      // @ts-expect-error there is no such demo
      demo.demo = "none";
      console.log(text, same, own, await demo.run());
    }
    define("my-demo");
  `);
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({
    compilerOptions: {
      strict: true, noEmit: true, exactOptionalPropertyTypes: true, skipLibCheck: false,
      target: "es2022", module: "nodenext", moduleResolution: "nodenext", types: [],
      lib: ["es2023", "dom", "dom.iterable"],
    },
    files: ["author.ts"],
  }));
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  try {
    execFileSync(process.execPath, [tsc, "-p", "."], { cwd: project, encoding: "utf8" });
  } catch (error) {
    assert.fail(/** @type {{ stdout: string }} */ (error).stdout);
  }
});
