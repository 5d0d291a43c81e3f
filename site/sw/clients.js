// Which build each open page is of. A worker lives for some seconds at a time, so what it must
// know for longer stands in a cache of its own.

import { addressOf, cacheName, course, openCache, ownCaches, self } from "./course.js";
import { cachePrefix } from "./names.js";

/**
 * @typedef {object} Standing
 * @property {string} active the build whose worker answers; "" before the first
 * @property {string[]} past builds that were active before, whose caches may still be needed
 * @property {{ [client: string]: string }} builds of clients that are not of the active build; ""
 *   for one that came from the network: whatever build that was, it is not one of the caches
 */

/** Not the name of a build, which is hexadecimal. */
const NAME = "standing";

/** @type {Promise<Standing> | null} */
let known = null;

/** @returns {Promise<Standing>} */
function standing() {
  known ??= (async () => {
    const kept = await (await openCache(NAME))?.match(addressOf(NAME));
    /** @type {Standing} */
    const none = { active: "", past: [], builds: {} };
    return kept ? { ...none, ...await kept.json() } : none;
  })();
  return known;
}

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Changes what is known, one change after the other.
 * @param {(standing: Standing) => Promise<boolean> | boolean} edit says whether it did
 */
function change(edit) {
  last = last.catch(() => {}).then(async () => {
    const now = await standing();
    if (!await edit(now)) return;
    const cache = await caches.open(cacheName(NAME));
    await cache.put(addressOf(NAME), new Response(JSON.stringify(now)));
  });
  return last;
}

/**
 * The build that a client's requests are answered from; "" for one of the network's.
 * @param {string} client its id; "" for a page that is about to be
 */
export async function buildOf(client) {
  return (await standing()).builds[client] ?? course.build;
}

/**
 * Notes that a page comes from the network, whatever build that serves now.
 * @param {string} client
 */
export function noteForeign(client) {
  return change(({ builds }) => {
    builds[client] = "";
    return true;
  });
}

/**
 * Notes, as this worker takes over, which pages are of the build before it, or of none of the
 * caches where there was no worker before. Says whether there was none.
 */
export async function takeOver() {
  known = null; // the worker before this one has written since
  let isFirst = false;
  await change(async (now) => {
    isFirst = now.active === "";
    const open = await self.clients.matchAll({ includeUncontrolled: isFirst, type: "all" });
    for (const { id } of open) now.builds[id] ??= now.active;
    if (!isFirst && now.active !== course.build) now.past.push(now.active);
    now.active = course.build;
    return true;
  });
  return isFirst;
}

/** Notes that this worker's build is the one that is saved, whatever was dropped meanwhile. */
export function settle() {
  return change((now) => {
    now.active = course.build;
    return true;
  });
}

/** Forgets pages that are closed, and drops the caches that no open page is of. */
export function tidy() {
  return change(async (now) => {
    const before = JSON.stringify(now);
    for (const id of Object.keys(now.builds)) {
      if (!await self.clients.get(id)) delete now.builds[id];
    }
    const needed = [course.build, NAME, ...Object.values(now.builds)];
    const past = now.past.filter((build) => !needed.includes(build));
    now.past = now.past.filter((build) => needed.includes(build));
    const { installing, waiting } = self.registration;
    if (!installing && !waiting) { // then no other cache is a later build's
      const prefix = cachePrefix(self.registration);
      const there = (await ownCaches()).map((name) => name.slice(prefix.length));
      past.push(...there.filter((build) => !needed.includes(build)));
    }
    for (const build of past) await caches.delete(cacheName(build));
    return JSON.stringify(now) !== before;
  });
}
