// The way to the other language leads to the same place: ids are the same in both.

/** What has an id of its own and a place on the page, in its order. */
const PLACES = "main :is(h1, h2, h3)[id], main .line-title > .text[id]";

/**
 * Makes the link follow where the reader is.
 * @param {HTMLAnchorElement} link
 */
export function keepPlace(link) {
  const page = link.getAttribute("href") ?? "";
  const aim = () => link.setAttribute("href", page + placeInView());
  for (const moment of ["pointerenter", "pointerdown", "focus", "keydown"]) {
    link.addEventListener(moment, aim);
  }
}

/**
 * The fragment of the place being read: the last one that begins in the upper third of the
 * window or before it. At the top of the page it is the fragment of the address, where a
 * reader came to the top to change the language; "" without one.
 */
function placeInView() {
  const places = [...document.querySelectorAll(PLACES)];
  const third = window.innerHeight / 3;
  const passed = places.filter((place) => place.getBoundingClientRect().top <= third);
  const last = passed[passed.length - 1];
  if (last && passed.length > 1) return `#${last.id}`;
  return location.hash;
}
