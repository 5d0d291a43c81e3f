// A request's path as the program sees it: with what is escaped in it written out.

/**
 * The path, a byte a letter; null for one that the program could not read.
 * @param {URL} url
 */
export function pathOf({ pathname }) {
  if (/%(?![0-9a-f]{2})/i.test(pathname)) return null;
  return pathname.replace(/%[0-9a-f]{2}/gi, (text) =>
    String.fromCharCode(parseInt(text.slice(1), 16)));
}
