// The engine's host for tests in Node: with the toolchain's own wasm_exec.js, as the bundles have
// it, and a worker that is none but is told everything by messages, as copies.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";

import { makeHost as makeHostWith } from "../embed/host.js";
import { serve } from "../embed/serve.js";
import { dist } from "./dist.js";

/** @import { MakeGo, WorkerScope } from "../embed/internal.js" */
/** @import { Post } from "../embed/host.js" */

const root = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
const script = readFileSync(join(root, "lib/wasm/wasm_exec.js"), "utf8");

// Older versions of Node have none, and a worker looks for locks there.
if (!Reflect.has(globalThis, "navigator")) Object.assign(globalThis, { navigator: {} });

/** @type {MakeGo} */
const makeGo = (own) => compileFunction(
  `const { fs, console, setTimeout, clearTimeout } = globalThis;\n${script}\nreturn globalThis.Go;`,
  ["globalThis"])(own);

/** @param {Post} post */
export const makeHost = (post) => makeHostWith(post, makeGo);

/** What the function of virtual:host gives. */
export const hostOf = () => ({
  makeHost, serve: (/** @type {WorkerScope} */ scope) => serve(scope, makeHost),
});

/** The bytes of the lessons' program, as the site was built. */
export function programBytes() {
  const { files } = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));
  const { path } = files.find((/** @type {{ path: string }} */ file) =>
    /^assets\/klog\..*\.wasm$/.test(file.path));
  return readFileSync(join(dist, path));
}

/**
 * A class to stand in for Worker.
 * @param {(url: string) => "runs" | "fails" | "throws"} fate
 */
export function workers(fate) {
  /** @type {string[]} */
  const made = [];
  /** @type {Set<object>} */
  const alive = new Set();
  class Fake extends EventTarget {
    /** @param {string} url */
    constructor(url) {
      super();
      made.push(url.replace(/^blob:.*/, "blob:"));
      const what = fate(url);
      if (what === "throws") throw new TypeError("no worker");
      alive.add(this);
      this.inside = new EventTarget();
      if (what === "fails") setTimeout(() => this.tell(new Event("error", { cancelable: true })));
      else setTimeout(() => hostOf().serve(this.scope()));
    }

    /** @param {Event} event */
    tell(event) {
      if (alive.has(this)) this.dispatchEvent(event);
    }

    /** @returns {WorkerScope} */
    scope() {
      return {
        addEventListener: (type, listener) => this.inside.addEventListener(type,
          /** @type {EventListener} */ (/** @type {unknown} */ (listener))),
        postMessage: (message, transfer = []) => {
          const data = copy(message, transfer);
          setTimeout(() => this.tell(messageOf(data)));
        },
      };
    }

    /**
     * @param {unknown} message
     * @param {Transferable[]} transfer
     */
    postMessage(message, transfer = []) {
      const data = copy(message, transfer);
      setTimeout(() => this.inside.dispatchEvent(messageOf(data)));
    }

    terminate() {
      alive.delete(this);
    }
  }
  return { Fake, made, alive };
}

/** @param {unknown} data */
function messageOf(data) {
  return Object.assign(new Event("message"), { data });
}

/**
 * Node's structuredClone knows no compiled programs.
 * @param {any} message
 * @param {Transferable[]} transfer
 */
function copy(message, transfer) {
  const module = message.program?.module;
  if (message.type === "program") return message;
  if (!module) return structuredClone(message, { transfer });
  const { program, ...rest } = message;
  return { ...structuredClone(rest), program: { ...program } };
}
