// The way to the other language leads to the same place: ids are the same in both.

/** What has an id of its own and a place on the page, in its order. */
const PLACES = "main :is(h1, h2, h3)[id], main .line-title > .text[id]";

/** Who rests this long at a place reads it. */
const READ_MS = 1000;
/** Who rests at the top this much longer has not come for the switch alone. */
const TOP_MS = 9000;

/**
 * Makes the link follow where the reader is, or was just before: it stands at the top of the page,
 * and whoever wants it scrolls there.
 * @param {HTMLAnchorElement} link
 */
export function keepPlace(link) {
  const page = link.getAttribute("href") ?? "";
  let read = location.hash;
  /** @type {ReturnType<typeof setTimeout>} */
  let resting;
  const rested = () => {
    const place = placeInView();
    if (place) read = place;
    else resting = setTimeout(() => void (read = ""), TOP_MS);
  };
  window.addEventListener("scroll", () => {
    clearTimeout(resting);
    resting = setTimeout(rested, READ_MS);
  }, { passive: true });
  const aim = () => link.setAttribute("href", page + (placeInView() || read));
  for (const moment of ["pointerenter", "pointerdown", "focus", "keydown"]) {
    link.addEventListener(moment, aim);
  }
}

/**
 * The fragment of the place being read: the last one that begins in the upper third of the
 * window or before it; "" at the top of the page.
 */
function placeInView() {
  const places = [...document.querySelectorAll(PLACES)];
  const third = window.innerHeight / 3;
  const passed = places.filter((place) => place.getBoundingClientRect().top <= third);
  const last = passed[passed.length - 1];
  return last && passed.length > 1 ? `#${last.id}` : "";
}
