// The build that this worker is of: its files, and the caches that builds are kept in.

import { cachePrefix, cachesOf } from "./names.js";

/** @import { Course, Scope } from "./scope.js" */

/** The worker's own global scope. */
export const self = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));

/** The first line of sw.js. */
export const course = /** @type {Course} */ (__COURSE__);

/** @param {string} build */
export const cacheName = (build) => cachePrefix(self.registration) + build;

/**
 * The address under which a file is kept, and under which it is fetched.
 * @param {string} path
 */
export const addressOf = (path) => new URL(path, self.registration.scope).href;

/** Where a cache says that it is whole; no file of a site has such an address. */
export const wholeMark = () => addressOf("sw.js?whole");

/** The names of the caches of this copy of the site. */
export const ownCaches = () => cachesOf(self.registration);

/**
 * Opens a cache of this copy that is there; to open another would make it.
 * @param {string} build
 */
export async function openCache(build) {
  const name = cacheName(build);
  return await caches.has(name) ? caches.open(name) : null;
}

/** Says what of the own build is saved. */
export async function saved() {
  const cache = await openCache(course.build);
  const kept = new Set((await cache?.keys() ?? []).map(({ url }) => url));
  const isWhole = course.files.every(([path]) => kept.has(addressOf(path)));
  return { build: course.build, files: course.files.length, bytes: course.bytes, isWhole };
}
