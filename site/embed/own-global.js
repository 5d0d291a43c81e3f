// The global object that the Go program gets: what wasm_exec.js and syscall/js ask for, and
// nothing that leads to the page.

/** Enough of what a dying program wrote to say why. */
const KEPT_OUTPUT = 4096;

/**
 * @typedef {object} OwnGlobal
 * @property {Record<string, unknown>} own hand this to makeGo
 * @property {() => string} output what the program wrote to standard output and error, lately
 * @property {() => void} stop no timer of the program fires from now on
 */

/**
 * Makes a global object for one Go program.
 * @param {(error: unknown) => void} onCrash called when the program throws while no call of
 *   ours is on the stack: in a timer of its own
 * @returns {OwnGlobal}
 */
export function makeOwnGlobal(onCrash) {
  const console = makeConsole();
  const timers = makeTimers(onCrash);
  const own = {
    Object, Array, Uint8Array, Error, Promise, String, Date, TextEncoder, TextDecoder, crypto,
    performance, console: console.console, fs: console.fs,
    // wasm_exec.js would make a process of its own where there is none, and a path.
    process: standIn({ pid: -1, ppid: -1 },
      (name) => name.endsWith("id") ? -1 : raise(missing(name))),
    path: { resolve: (/** @type {string[]} */ ...names) => names.join("/") },
    setTimeout: timers.setTimeout, clearTimeout: timers.clearTimeout,
  };
  return { own, output: console.output, stop: timers.stop };
}

/** A console and a file system that keep what is written to them, and do nothing else. */
function makeConsole() {
  const decoder = new TextDecoder();
  let kept = "";
  /** @param {string} text */
  const keep = (text) => {
    kept = (kept + text).slice(-KEPT_OUTPUT);
  };
  /** @param {unknown[]} words */
  const line = (...words) => keep(`${words.join(" ")}\n`);
  /** @param {number} _fd @param {Uint8Array} bytes */
  const writeSync = (_fd, bytes) => {
    keep(decoder.decode(bytes, { stream: true }));
    return bytes.length;
  };
  const fs = {
    /** Go asks for the numbers of open's modes at its start, and uses none of them. */
    constants: new Proxy({}, { get: () => -1 }),
    writeSync,
    /**
     * @param {number} fd @param {Uint8Array} bytes @param {number} offset
     * @param {number} length @param {unknown} _position
     * @param {(error: Error | null, written?: number) => void} done
     */
    write(fd, bytes, offset, length, _position, done) {
      done(null, writeSync(fd, bytes.subarray(offset, offset + length)));
    },
    /** @param {number} _fd @param {(error: Error | null) => void} done */
    fsync(_fd, done) {
      done(null);
    },
  };
  return {
    console: { log: line, warn: line, error: line },
    fs: standIn(fs, (name, args) => args[args.length - 1](missing(name))),
    output: () => kept,
  };
}

/**
 * An object that has every other function too, and one answer for all of those.
 * @param {object} own
 * @param {(name: string, args: any[]) => unknown} answer
 */
function standIn(own, answer) {
  return new Proxy(own, {
    get: (_own, name) => Reflect.get(own, name)
      ?? ((/** @type {any[]} */ ...args) => answer(String(name), args)),
  });
}

/**
 * The error for a call of a file system that has no files.
 * @param {string} name
 */
function missing(name) {
  return Object.assign(new Error(`there are no files: ${name}`), { code: "ENOSYS" });
}

/**
 * @param {Error} error
 * @returns {never}
 */
function raise(error) {
  throw error;
}

/**
 * Timers that report what is thrown in them and can all be stopped together.
 * @param {(error: unknown) => void} onCrash
 */
function makeTimers(onCrash) {
  /** @type {Set<ReturnType<typeof setTimeout>>} */
  const pending = new Set();
  return {
    /** @param {() => void} callback @param {number} delay */
    setTimeout(callback, delay) {
      const timer = setTimeout(() => {
        pending.delete(timer);
        try {
          callback();
        } catch (error) {
          onCrash(error);
        }
      }, delay);
      pending.add(timer);
      return timer;
    },
    /** @param {ReturnType<typeof setTimeout>} timer */
    clearTimeout(timer) {
      pending.delete(timer);
      clearTimeout(timer);
    },
    stop() {
      for (const timer of pending) clearTimeout(timer);
      pending.clear();
    },
  };
}
