// Bare Go pages: a button, Go's own wasm_exec.js, and a program that prints "hello". The least
// that any page with a Go program takes from a click to its first word.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { pack } from "./server.js";

/** @import { Site } from "./server.js" */

const root = fileURLToPath(new URL("../../", import.meta.url));

const SOURCE = `package main

import "fmt"

func main() { fmt.Println("hello") }
`;

/** @param {string} program */
const page = (program) => `<!doctype html><html lang="en"><title>hello</title>
<section><button class="run">Run</button><p role="status" data-wasm="${program}.wasm"></p></section>
<script src="wasm_exec.js"></script><script src="hello.js"></script>`;

const SCRIPT = `
const status = document.querySelector("[role=status]");
console.log = (line) => {
  status.textContent = line;
  status.dataset.state = line === "hello" ? "same" : "failed";
};
document.querySelector("button").onclick = async () => {
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch(status.dataset.wasm),
    go.importObject);
  await go.run(instance);
};`;

/** @param {string} what a file or a package's path */
function compile(what) {
  const dir = mkdtempSync(join(tmpdir(), "kaenlog-hello-"));
  try {
    const source = join(dir, "hello.go");
    writeFileSync(source, SOURCE);
    const out = join(dir, "hello.wasm");
    execFileSync("go", ["build", "-trimpath", "-ldflags=-s -w", "-o", out,
      what === "fmt" ? source : what], { cwd: root, stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, GOOS: "js", GOARCH: "wasm", CGO_ENABLED: "0" } });
    return readFileSync(out);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/**
 * Puts the pages on a server: hello/fmt.html and hello/hackpadfs.html.
 * @param {Site} site
 */
export function addHello(site) {
  const goroot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
  const files = /** @type {[string, string, Buffer | string][]} */ ([
    ["wasm_exec.js", "text/javascript", readFileSync(join(goroot, "lib/wasm/wasm_exec.js"))],
    ["hello.js", "text/javascript", SCRIPT],
    ["fmt.html", "text/html; charset=utf-8", page("fmt")],
    ["fmt.wasm", "application/wasm", compile("fmt")],
    ["hackpadfs.html", "text/html; charset=utf-8", page("hackpadfs")],
    ["hackpadfs.wasm", "application/wasm", compile("./scripts/site/sizeref")],
  ]);
  for (const [name, type, body] of files) {
    const path = `/hello/${name}`;
    site.spoil(new RegExp(`${path.replace(".", "\\.")}$`), ({ headers }) => pack(path, {
      status: 200, headers: { ...headers, "content-type": type }, body: Buffer.from(body),
    }));
  }
}
