// Numbers and names of files as the page writes them, in either language.

/** Digits in groups of three, the same in both languages. */
const digits = new Intl.NumberFormat("en-US");

/** @param {number | bigint} n */
export function commas(n) {
  return digits.format(n);
}

/**
 * A file's name in a sentence: without its folder, without what makes the name unique.
 * @param {string | undefined} url
 */
export function fileOf(url) {
  return (url ?? "").replace(/[?#].*$/, "").replace(/^.*\//, "");
}
