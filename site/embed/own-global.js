// The global object that the Go program gets: what wasm_exec.js and syscall/js ask for, and
// nothing that leads to the page.

/** The file system's calls that a program without files never makes. */
const CALLS = ["chmod", "chown", "close", "fchmod", "fchown", "fstat", "ftruncate", "lchown",
  "link", "lstat", "mkdir", "open", "read", "readdir", "readlink", "rename", "rmdir", "stat",
  "symlink", "truncate", "unlink", "utimes"];
/** Go asks for these numbers at its start and uses none of them. */
const OPEN_MODES = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND", "O_EXCL",
  "O_DIRECTORY"];
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
  /** @type {Record<string, unknown>} */
  const fs = {
    constants: Object.fromEntries(OPEN_MODES.map((name) => [name, -1])),
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
  for (const name of CALLS) {
    fs[name] = (/** @type {unknown[]} */ ...args) => {
      const done = /** @type {(error: Error) => void} */ (args[args.length - 1]);
      done(Object.assign(new Error(`there are no files: ${name}`), { code: "ENOSYS" }));
    };
  }
  return { console: { log: line, warn: line, error: line }, fs, output: () => kept };
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
