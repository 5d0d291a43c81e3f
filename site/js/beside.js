// Words and what stands beside them: of the two, the shorter stays in the window while the
// longer one passes. Styles do it, but only a script can tell what is taller than the window.

import { allOf } from "../embed/find.js";

/** What stands above and below in the window, in pixels. */
const EDGES = 88;

/** Keeps both sides of every part where they can be read. */
export function keepBeside() {
  const sides = allOf(".part:not(.words-only) > *");
  const hold = () => {
    const most = window.innerHeight - EDGES;
    // All are measured before any is changed: the page is laid out once.
    for (const [side, isTall] of sides.map((each) =>
      /** @type {const} */ ([each, each.offsetHeight > most]))) {
      side.classList.toggle("holds-bottom", isTall);
      side.classList.toggle("holds-top", !isTall);
    }
  };
  const observer = new ResizeObserver(hold);
  for (const side of sides) observer.observe(side);
  window.addEventListener("resize", hold);
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) reveal(target);
  });
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
    if (!link) return;
    if (link.getAttribute("href") === location.hash) setTimeout(show);
    else window.addEventListener("hashchange", show, { once: true });
  });
}

/**
 * What the keyboard leads to is in the window. A browser can't scroll there where a side is held
 * with another stretch of it in sight: that part stands still from then on.
 * @param {HTMLElement} focused
 */
function reveal(focused) {
  const { top, bottom } = focused.getBoundingClientRect();
  if (bottom > 0 && top < window.innerHeight) return;
  focused.closest(".part")?.classList.add("stands-still");
  focused.scrollIntoView({ block: "nearest" });
}

/** Shows the place that the address names where it stands, and not where it was held. */
function show() {
  const { classList } = document.documentElement;
  classList.add("stands-still");
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  classList.remove("stands-still");
}
