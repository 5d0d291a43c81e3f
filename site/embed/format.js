// Numbers and names of files as the page writes them, in either language.

/**
 * Digits in groups of three, the same in both languages. By hand: the first formatter that a page
 * asks its browser for takes 20 ms, while the page is being drawn.
 * @param {number | bigint} n an integer
 */
export function commas(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * A number of things in English.
 * @param {number} n
 * @param {string} noun
 */
export function counted(n, noun) {
  return `${commas(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** Of what a reader gave, so much is said again. */
const MOST_CHARACTERS = 60;

/**
 * What a reader gave, as it is said again: its beginning, where it is long.
 * @param {string} text
 */
export function shortened(text) {
  const characters = [...text.slice(0, 4 * MOST_CHARACTERS)];
  if (characters.length <= MOST_CHARACTERS) return text;
  return `${characters.slice(0, MOST_CHARACTERS).join("")}…`;
}

/**
 * A file's name in a sentence: without its folder, without what makes the name unique.
 * @param {string | undefined} url
 */
export function fileOf(url) {
  return (url ?? "").replace(/[?#].*$/, "").replace(/^.*\//, "");
}
