// A response's body as it comes, in one piece of memory: a copy of the body for a second reader,
// or pieces to be joined at the end, cost more time than the compiling.

/** @import { Patience } from "./patience.js" */
/** @import { Progress } from "./klog.mjs" */

/** More room than this is made only for bytes that have come. */
const MOST_EXPECTED = 2 ** 24;
const LEAST_ROOM = 2 ** 16;

/** Bytes that grow. */
class Bytes {
  /** @param {number} expected how many will come; a guess, 0 where there is none */
  constructor(expected) {
    const room = Math.min(Math.max(expected, LEAST_ROOM), MOST_EXPECTED);
    /** @private */
    this.room = new Uint8Array(room);
    this.length = 0;
  }

  /** @param {Uint8Array} chunk */
  add(chunk) {
    const length = this.length + chunk.length;
    if (length > this.room.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.room.length));
      larger.set(this.all);
      this.room = larger;
    }
    this.room.set(chunk, this.length);
    this.length = length;
  }

  /** What has come, until the next is added. */
  get all() {
    return this.room.subarray(0, this.length);
  }
}

/**
 * What came of a body.
 * @typedef {object} Received
 * @property {Uint8Array<ArrayBuffer>} bytes
 * @property {unknown} error null when the body came to its end
 */

/**
 * Receives a response's body to its end, counts it, and shows its first bytes early.
 * @param {ReadableStream<Uint8Array>} body
 * @param {object} how
 * @param {number} how.expected bytes
 * @param {Patience} how.patience
 * @param {number} how.headBytes how many of the first are shown
 * @param {(head: Uint8Array) => void} how.onHead called once, with fewer when the body has fewer;
 *   where it throws, nothing more is received, and this rejects with that
 * @param {((progress: Progress) => void) | undefined} how.onProgress
 * @returns {Promise<Received>}
 */
export async function receive(body, { expected, patience, headBytes, onHead, onProgress }) {
  const reader = body.getReader();
  const bytes = new Bytes(expected);
  /** @type {unknown} */
  let error = null;
  let isShown = false;
  const show = () => {
    isShown = true;
    onHead(bytes.all.subarray(0, headBytes));
  };
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((fault) => {
        error = fault;
        return { done: true, value: undefined };
      });
      if (done || !value) break;
      bytes.add(value);
      patience.came(bytes.length);
      if (!isShown && bytes.length >= headBytes) show();
      onProgress?.({ loaded: bytes.length, total: expected });
    }
    patience.rest(); // what is done with them takes as long as it takes
    if (!isShown) show();
  } finally {
    reader.cancel().catch(() => {}); // of no effect at the end
  }
  return { bytes: bytes.all, error };
}
