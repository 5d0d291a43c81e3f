// The way out: served in place of sw.js, it drops what the site's service worker kept, and itself.
// Pages that are open go on with the network; what their readers have done stays.

import { cachesOf } from "./names.js";

/** @import { Scope } from "./scope.js" */

const self = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await cachesOf(self.registration)) await caches.delete(name);
  await self.registration.unregister();
})()));
