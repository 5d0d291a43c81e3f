// Answers a page's request from the cache of the build that the page is of.

import { addressOf, cacheName, course, openCache, ownCaches, self } from "./course.js";
import { buildOf, noteForeign } from "./clients.js";

/** @import { Fetching } from "./scope.js" */

const listed = new Set(course.files.map(([path]) => path));
/** The page for addresses that are none of the site's, where it has one. */
const MISSING = "404.html";

/**
 * The path below the site's root that a request asks for; null: it is not the site's.
 * @param {Request} request
 */
export function pathOf({ url }) {
  const [asked, root] = [new URL(url), new URL(self.registration.scope)];
  const isOwn = asked.origin === root.origin && asked.pathname.startsWith(root.pathname);
  return isOwn ? asked.pathname.slice(root.pathname.length) : null;
}

/**
 * @param {Fetching} event
 * @param {string} path
 */
export async function answer({ request, clientId, resultingClientId }, path) {
  if (request.mode !== "navigate") {
    return await find(await buildOf(clientId), path) ?? fetch(request);
  }
  const { file, isFolder } = pageAt(path);
  if (isFolder) return Response.redirect(`${addressOf(path)}/${new URL(request.url).search}`, 302);
  const page = await find(course.build, file);
  if (page) return page;
  // From here on it is the network's page, of whatever build.
  if (resultingClientId) await noteForeign(resultingClientId);
  try {
    return await fetch(request);
  } catch (error) {
    const missing = await find(course.build, MISSING);
    if (!missing || listed.has(file)) throw error;
    return new Response(missing.body, { status: 404, headers: missing.headers });
  }
}

/**
 * The file that a reader's address stands for, as static hosts have it.
 * @param {string} path
 */
function pageAt(path) {
  if (path === "" || path.endsWith("/")) return { file: `${path}index.html`, isFolder: false };
  if (listed.has(path)) return { file: path, isFolder: false };
  if (listed.has(`${path}.html`)) return { file: `${path}.html`, isFolder: false };
  return { file: path, isFolder: listed.has(`${path}/index.html`) };
}

/**
 * A file of a build. A name with a hash means the same bytes in every build: such a file may be
 * in any of the caches. A worker of a page asks by such a name, and is not known by its id.
 * @param {string} build
 * @param {string} path
 */
async function find(build, path) {
  const url = addressOf(path);
  const own = build ? await (await openCache(build))?.match(url) : undefined;
  if (own || !path.startsWith("assets/")) return own;
  for (const name of await ownCaches()) {
    const found = name === cacheName(build) ? undefined
      : await (await caches.open(name)).match(url);
    if (found) return found;
  }
  return undefined;
}
