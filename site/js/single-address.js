// Which page of the one file an address names, and which place on it: "#/en/03-produce.html#acks".

/** The page that stands for none. */
const FIRST = "index.html";

/** @typedef {{ page: string, id: string }} Address */

/**
 * @param {string} hash of the address, with its "#"
 * @param {(page: string) => boolean} has says whether there is a page of that name
 * @param {string} now the page that is shown, "" before the first
 * @returns {Address}
 */
export function addressOf(hash, has, now) {
  const [name = "", ...more] = hash.slice(1).split("#");
  const last = more[more.length - 1] ?? "";
  if (!name.startsWith("/")) return { page: now || FIRST, id: decoded(name) };
  const path = name.endsWith("/") ? name + FIRST : name;
  const page = decoded(path.slice(1));
  // The way to the other language takes the whole fragment along from the top of a page.
  return { page: has(page) ? page : FIRST, id: last.startsWith("/") ? "" : decoded(last) };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
