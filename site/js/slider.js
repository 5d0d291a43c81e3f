// A slider on a page that is scrolled with a finger.

/**
 * Puts the handle back where it was when a touch of its way turns out to scroll the page: some
 * browsers move it there as soon as it is touched.
 * @param {HTMLInputElement} range
 * @param {() => void} moved is told that it is back
 */
export function letScroll(range, moved) {
  let before = range.value;
  range.addEventListener("pointerdown", () => {
    before = range.value;
  });
  range.addEventListener("pointercancel", () => {
    if (range.value === before) return;
    range.value = before;
    moved();
  });
}
