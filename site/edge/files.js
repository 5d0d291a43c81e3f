// The site's files, at the edge: what a static host does. The assets' binding gives a file by its
// very name, with the headers of _headers; folders and pages that there are not are for here.

/** @import { Assets } from "./ambient.js" */

/**
 * @param {Request} request
 * @param {URL} url
 * @param {Assets} assets
 */
export async function answerFile(request, url, assets) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    await request.body?.cancel();
    return new Response("405: GET หรือ HEAD เท่านั้น · only GET and HEAD\n", { status: 405,
      headers: { "allow": "GET, HEAD", "content-type": "text/plain; charset=utf-8" } });
  }
  const at = (/** @type {string} */ path) => {
    const address = new URL(url);
    address.pathname = path; // and not new URL(path, url): "//name" would be another host
    return assets.fetch(new Request(address, request));
  };
  if (url.pathname.endsWith("/")) {
    const index = await at(`${url.pathname}index.html`);
    if (index.status !== 404) return index;
  } else {
    const file = await at(url.pathname);
    if (file.status !== 404) return file;
    const index = await at(`${url.pathname}/index.html`);
    // Relative, so that it leads to no other host.
    const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
    if (index.status !== 404) {
      return new Response(null, { status: 301, headers: { location: `./${name}/${url.search}` } });
    }
  }
  const missing = await assets.fetch(new URL("/404.html", url));
  return new Response(request.method === "HEAD" ? null : missing.body,
    { status: 404, headers: missing.headers });
}
