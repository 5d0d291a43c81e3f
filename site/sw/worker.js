// The site's service worker: keeps one build of the whole course for readers who asked for it.
//
// What is promised, and how.
//
//  1. It is there on request only. A page registers sw.js when its reader presses "save"; the
//     module for other people's pages (klog.mjs) knows nothing of it.
//  2. All or nothing. The first line of sw.js lists every file of its build with size and SHA-256.
//     The install event fetches all of them, holds each against the list, and fails as a whole:
//     the cache goes, the page is told why. What an older cache has of the same bytes is copied.
//  3. One page, one build. A build has a cache of its own, named by the site's path and the
//     build. A page is answered from the cache of the build that it came from, and never in part
//     from the network, as long as the cache has the file. Pages that came from the network (those
//     that were open when the course was saved) get by name what carries a hash, which is the same
//     in every build, and everything else from the network, where they came from.
//  4. The next build waits. The browser looks for another sw.js whenever a page opens, past its
//     HTTP cache. A new one fills its own cache while pages go on with the old one, and waits until
//     a reader says "take" or no page of the site is open any more. What a host sends in place of
//     sw.js (404, HTML) is no worker: the old one stays.
//  5. All pages move together. On "take" the new worker takes over and tells every page, which
//     loads itself anew; one with a run under way does so later. Until then it is still a page of
//     the old build: takeOver notes its client id, and its requests go to the old cache, which is
//     dropped when no such page is left (tidy).
//  6. What a reader has done is in localStorage, which no worker touches.
//  7. Copies share nothing. Caches, messages and client ids are looked up by this registration's
//     scope, whole: /a/ is not taken for a part of /a/b/, nor the other way round.
//  8. sw-off.js is the way out: served in place of sw.js it drops the caches and itself.

import { answer, pathOf } from "./answer.js";
import { settle, takeOver, tidy } from "./clients.js";
import { saved, self } from "./course.js";
import { fill, stopFilling, tell } from "./fill.js";

self.addEventListener("install", (event) => event.waitUntil(fill()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  // The first one takes in the pages that are open, so that they can do without the network too.
  if (await takeOver()) await self.clients.claim();
  else await tell({ type: "moved" });
  await tidy();
})()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request);
  if (request.method !== "GET" || request.headers.has("range") || path === null) return;
  if (path === "sw.js") return;
  event.respondWith(answer(event, path));
});

self.addEventListener("message", (event) => {
  const { data: { type }, ports: [port] } = event;
  switch (type) {
    case "state":
      event.waitUntil(saved().then((state) => port?.postMessage(state)));
      break;
    case "fill": // the browser has dropped some of it
      event.waitUntil(fill().then(settle).catch(() => {}).then(saved)
        .then((state) => port?.postMessage(state)));
      break;
    case "take":
      event.waitUntil(self.skipWaiting());
      break;
    case "tidy":
      event.waitUntil(tidy());
      break;
    case "stop":
      stopFilling();
      break;
  }
});
