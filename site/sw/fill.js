// Fills the cache of this worker's build: every file or none.

import { addressOf, cacheName, course, ownCaches, self, wholeMark } from "./course.js";
import { NotSaved, digest, fetched } from "./fetched.js";

/** @import { Fault, News } from "./scope.js" */

/** So many files are on their way at a time. */
const LANES = 4;
/** How often pages are told how much has come. */
const TELL_EVERY_MS = 250;

/** @type {AbortController | null} the filling under way */
let filling = null;
/** @type {Promise<void> | null} its end */
let filled = null;

/** Ends the filling under way, which then fails. */
export function stopFilling() {
  filling?.abort(new NotSaved({ code: "stopped", message: "stopped by the reader" }));
}

/**
 * Fills the cache. What another build's cache has of the same bytes is taken from there. A cache
 * that was whole before is mended only: pages may be answered from it, by this worker or, where
 * a host went back to an earlier build, by the one before it.
 *
 * Whoever asks while one is under way waits for that one.
 *
 * Errors: NotSaved. A cache that was not whole is gone then, and pages have been told why.
 */
export function fill() {
  filled ??= fillOnce().finally(() => {
    filled = null;
  });
  return filled;
}

async function fillOnce() {
  const name = cacheName(course.build);
  const wasWhole = await caches.has(name)
    && Boolean(await (await caches.open(name)).match(wholeMark()));
  filling = new AbortController();
  try {
    const others = await wholeCaches(name);
    if (!wasWhole) await caches.delete(name); // half of a try that the browser ended
    await fillCache(await caches.open(name), others, filling);
  } catch (error) {
    const fault = faultOf(error);
    if (!wasWhole) await caches.delete(name);
    await tell({ type: "fault", fault });
    throw new NotSaved(fault);
  } finally {
    filling = null;
  }
}

/**
 * @param {Cache} cache
 * @param {Cache[]} others
 * @param {AbortController} controller
 */
async function fillCache(cache, others, controller) {
  const { files, bytes: total } = course;
  const left = [...files];
  /** @type {Map<string, number>} */
  const loaded = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const progress = (/** @type {string} */ path, /** @type {number} */ bytes) => {
    loaded.set(path, bytes);
    timer ??= setTimeout(() => { // with all that has come by then
      timer = undefined;
      void tell({ type: "progress", loaded: [...loaded.values()].reduce((a, b) => a + b), total });
    }, TELL_EVERY_MS);
  };
  const lane = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      controller.signal.throwIfAborted();
      const [path, size] = file;
      const url = addressOf(path);
      if (!await cache.match(url)) {
        const response = await copied(file, url, others)
          ?? await fetched(file, url, controller.signal, (bytes) => progress(path, bytes));
        await cache.put(url, response);
      }
      progress(path, size);
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  try {
    await Promise.all(lanes);
  } catch (error) {
    controller.abort(error);
    await Promise.allSettled(lanes); // the cache may go only when none of them writes
    throw error;
  } finally {
    clearTimeout(timer);
  }
  await cache.put(wholeMark(), new Response(course.build));
  await tell({ type: "progress", loaded: total, total });
}

/**
 * The caches of this copy's other builds, as far as they are whole.
 * @param {string} own
 */
async function wholeCaches(own) {
  const found = [];
  for (const name of await ownCaches()) {
    const cache = name === own ? null : await caches.open(name);
    if (await cache?.match(wholeMark())) found.push(/** @type {Cache} */ (cache));
  }
  return found;
}

/**
 * The file as another build has it, if its bytes are the same.
 * @param {[path: string, size: number, sha256: string]} file
 * @param {string} url
 * @param {Cache[]} others
 */
async function copied([, , sha256], url, others) {
  for (const cache of others) {
    const response = await cache.match(url);
    if (!response) continue;
    const { headers } = response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (await digest(bytes) === sha256) return new Response(bytes, { headers });
  }
  return null;
}

/**
 * @param {unknown} error
 * @returns {Fault}
 */
function faultOf(error) {
  if (error instanceof NotSaved) return error.fault;
  const message = String(error);
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  return { code: isFull || /quota/i.test(message) ? "quota" : "other", message };
}

/**
 * Tells every page of this copy.
 * @param {News} news
 */
export async function tell(news) {
  const { scope } = self.registration;
  for (const client of await self.clients.matchAll({ includeUncontrolled: true, type: "window" })) {
    if (client.url.startsWith(scope)) client.postMessage({ scope, news });
  }
}
