// The Go program as its host sees it, played by an empty module: it ends, it breaks, and the
// next call finds it running again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isKlogError } from "../embed/error.js";
import { makeRuntime } from "../embed/runtime.js";

/** @import { Exports, GoProgram } from "../embed/internal.js" */

const EMPTY = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));

/**
 * What the program can do to its host.
 * @typedef {object} Inside
 * @property {Record<string, any>} own its global object
 * @property {() => void} exit
 * @property {(error: Error) => void} crash
 */

/**
 * Plays a program.
 * @param {(inside: Inside) => Partial<Exports> | null} main null: it never gets ready
 */
function play(main) {
  const starts = { count: 0 };
  const makeGo = (/** @type {object} */ object) => {
    const own = /** @type {Record<string, any>} */ (object);
    return /** @type {new () => GoProgram} */ (class {
      importObject = {};
      exit = () => {};
      run() {
        starts.count++;
        return new Promise((resolve, reject) => {
          const exports = main({ own, exit: () => resolve(undefined), crash: reject });
          if (exports === null) return;
          Object.assign(own.klog, { version: "1" }, exports);
          own.klog.ready();
        });
      }
    });
  };
  return { runtime: makeRuntime(EMPTY, makeGo), starts };
}

const answer = { json: "null", bytes: new Uint8Array() };

/**
 * @param {Promise<unknown>} promise
 * @param {string} code
 * @param {RegExp} message
 */
function rejects(promise, code, message) {
  return assert.rejects(promise, (error) =>
    isKlogError(error) && error.code === code && message.test(error.message));
}

test("the program is started once, and called", async () => {
  const { runtime, starts } = play(() => ({ demo: async () => answer }));
  assert.equal(await runtime.start(), "1");
  assert.equal(await runtime.call("demo", ["produce", {}]), answer);
  assert.equal(await runtime.call("demo", ["produce", {}]), answer);
  assert.equal(starts.count, 1);
});

test("a program that exits during a call rejects it, and the next call works", async () => {
  let isFirst = true;
  const { runtime, starts } = play(({ exit }) => ({
    demo: async () => {
      if (!isFirst) return answer;
      isFirst = false;
      exit();
      return new Promise(() => {});
    },
  }));
  await rejects(runtime.call("demo", []), "ended", /it exited/);
  assert.equal(await runtime.call("demo", []), answer);
  assert.equal(starts.count, 2);
});

test("a panic that nobody recovered is told by what the program wrote", async () => {
  const { runtime } = play(({ own, exit }) => ({
    demo: () => {
      const bytes = new TextEncoder().encode("panic: the window shrank\n\ngoroutine 7:\n");
      own.fs.writeSync(2, bytes.subarray(0, 9));
      own.fs.writeSync(2, bytes.subarray(9));
      exit();
      return new Promise(() => {});
    },
  }));
  await rejects(runtime.call("demo", []), "panic", /panic: the window shrank$/);
});

test("a program that exits between two calls is started anew", async () => {
  /** @type {() => void} */
  let leave = () => {};
  const { runtime, starts } = play(({ exit }) => {
    leave = exit;
    return { demo: async () => answer };
  });
  await runtime.start();
  leave();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(await runtime.call("demo", []), answer);
  assert.equal(starts.count, 2);
});

test("a trap while a call begins ends the program, not the host", async () => {
  let isFirst = true;
  const { runtime } = play(() => ({
    demo: () => {
      if (!isFirst) return Promise.resolve(answer);
      isFirst = false;
      throw new WebAssembly.RuntimeError("unreachable");
    },
  }));
  await rejects(runtime.call("demo", []), "ended", /unreachable/);
  assert.equal(await runtime.call("demo", []), answer);
});

test("a trap in a timer of the program's own rejects the call under way", async () => {
  const { runtime } = play(({ own }) => ({
    demo: () => {
      own.setTimeout(() => {
        throw new WebAssembly.RuntimeError("memory access out of bounds");
      }, 1);
      return new Promise(() => {});
    },
  }));
  await rejects(runtime.call("demo", []), "ended", /memory access out of bounds/);
});

test("a program that ends before it is ready does not start", async () => {
  const { runtime } = play(({ crash }) => {
    crash(new Error("no such import"));
    return null;
  });
  await rejects(runtime.start(), "ended", /no such import/);
});

test("stopping rejects what is under way and clears the program's timers", async () => {
  let ticks = 0;
  const { runtime } = play(({ own }) => ({
    demo: () => {
      own.setTimeout(() => ticks++, 5);
      return new Promise(() => {});
    },
  }));
  await runtime.start();
  const call = runtime.call("demo", []);
  await new Promise((resolve) => setTimeout(resolve));
  runtime.stop();
  await rejects(call, "stopped", /stopped/);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(ticks, 0);
});

test("the program's global object leads to nothing of the page", async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  await play(({ own }) => {
    for (const name of ["document", "window", "fetch", "location", "globalThis"]) {
      assert.equal(own[name], undefined, name);
    }
    assert.notEqual(own.process, process);
    return {};
  }).runtime.start();
  assert.deepEqual(Object.getOwnPropertyNames(globalThis), before);
});

test("what a program asks of files and of its process says that there are none", async () => {
  await play(({ own }) => {
    /** @type {any[]} */
    const told = [];
    const { fs } = own;
    fs.open("a", 0, 0, (/** @type {any} */ error) => told.push(error.code, error.message));
    fs.fstat(1, (/** @type {any} */ error) => told.push(error.code));
    fs.fsync(1, (/** @type {unknown} */ error) => told.push(error));
    fs.write(1, new Uint8Array(4), 1, 2, null, (/** @type {unknown[]} */ ...done) =>
      told.push(...done));
    assert.deepEqual(told, ["ENOSYS", "there are no files: open", "ENOSYS", null, null, 2]);
    assert.equal(fs.constants.O_CREAT, -1);
    const mine = own.process;
    assert.deepEqual([mine.pid, mine.ppid, mine.getuid(), mine.getegid()], [-1, -1, -1, -1]);
    assert.throws(() => mine.cwd(), { code: "ENOSYS" });
    assert.equal(own.path.resolve("a", "b"), "a/b");
    return {};
  }).runtime.start();
});
