// The Go program at the edge, on the glue of github.com/syumai/workers v0.32.0. That glue makes an
// instance a request, and an instance ends when the body of its answer is read to the end or
// closed. Two of its faults are worked around here; tests/edge/faults.test.js shows each with the
// request, and says so when one is mended:
//
//   - of an answer without a body (204, 304) nothing closes the body, and the instance stays: such
//     an answer is never the program's;
//   - an instance that ends before it has answered leaves the promise of its answer open, or breaks
//     in the middle of a call: its end is watched, and an answer is read here, whole, before the
//     first byte of it is passed on.

import glue from "virtual:workers-glue";

/** @import { Context } from "./ambient.js" */

const { Go } = globalThis; // which the glue has put there

/** Go's support class, as the glue finds it: it tells when an instance has ended. */
globalThis.Go = class extends Go {
  /**
   * @param {WebAssembly.Instance} instance
   * @param {{ ctx: Context & { ended: () => void } }} context
   */
  async run(instance, context) {
    try {
      await super.run(instance, context);
    } finally {
      context.ctx.ended();
    }
  }
};

/** How long an instance may take. Nothing takes a second. */
const PATIENCE_MS = 20_000;

/**
 * Has a new instance answer.
 * @param {Request} request without a body
 * @param {Uint8Array | undefined} klogBody
 * @param {string} build
 * @returns {Promise<{ status: number, headers: Headers, bytes: ArrayBuffer }>}
 */
export function run(request, klogBody, build) {
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => reject(new Error("the program does not answer")), PATIENCE_MS);
    // Of an answer that has begun the rest comes: an instance ends by giving its last byte.
    let hasBegun = false;
    const ended = () => {
      if (!hasBegun) reject(new Error("the program ended without an answer"));
    };
    glue.fetch(request, { KLOG_BUILD: build }, { klogBody, ended }).then(async (response) => {
      hasBegun = true;
      const bytes = await response.arrayBuffer();
      resolve({ status: response.status, headers: new Headers(response.headers), bytes });
    }).catch(reject).finally(() => clearTimeout(clock));
  });
}
