// Where a reader was on each page of the way here: back and forward lead there again.

/** What can have the focus. */
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/** @typedef {{ y: number, focused: number }} Place focused: which of those; -1: none of them */

/** The places of all entries of this document's history. */
export class Places {
  constructor() {
    /** @private @type {Map<string, Place>} */
    this.kept = new Map();
    /** @private the entry that is shown */
    this.entry = "";
    history.scrollRestoration = "manual";
    // So that a reload comes back there; browsers differ in which of the two may still write.
    for (const leaving of ["beforeunload", "pagehide"]) {
      window.addEventListener(leaving, () => write(this.entry, scrollY));
    }
  }

  /** Keeps where the reader is on the entry that is being left. */
  leave() {
    const all = [...document.querySelectorAll(FOCUSABLE)];
    const focused = document.activeElement ? all.indexOf(document.activeElement) : -1;
    this.kept.set(this.entry, { y: scrollY, focused });
  }

  /**
   * Takes the entry that was come to, and gives where the reader was on it; null on a new one.
   * @returns {Place | null}
   */
  arrive() {
    /** @type {{ entry?: unknown, y?: unknown } | null} */
    const state = history.state;
    if (typeof state?.entry === "string") {
      this.entry = state.entry;
      const y = Number(state.y);
      return this.kept.get(this.entry) ?? (y >= 0 ? { y, focused: -1 } : null);
    }
    this.entry = `${Date.now()}-${Math.random()}`;
    write(this.entry);
    return null;
  }

  /**
   * Gives the entry that is shown its address as links have it.
   * @param {string} hash
   */
  name(hash) {
    if (hash !== location.hash) write(this.entry, undefined, hash);
  }
}

/**
 * Writes to the entry that is shown; where the browser lets a file have none, only the place is
 * forgotten.
 * @param {string} entry
 * @param {number} [y]
 * @param {string} [hash] its address from now on
 */
function write(entry, y, hash = location.hash) {
  try {
    history.replaceState({ entry, y }, "", hash);
  } catch { /* then back leads to a page's top */ }
}

/**
 * Goes to where the reader was.
 * @param {Place} place
 */
export function goBackTo({ y, focused }) {
  const element = document.querySelectorAll(FOCUSABLE)[focused];
  if (element instanceof HTMLElement || element instanceof SVGElement) {
    element.focus({ preventScroll: true });
  }
  scrollTo(0, y);
}

/**
 * Goes to a place of the page, and has the keyboard go on from there.
 * @param {Element} element
 */
export function goTo(element) {
  for (let each = element.closest("details"); each;) {
    each.open = true;
    each = each.parentElement?.closest("details") ?? null;
  }
  for (const each of document.querySelectorAll(".target")) each.classList.remove("target");
  element.classList.add("target"); // styles know it by this, since the address names no id alone
  const { classList } = document.documentElement;
  classList.add("stands-still"); // where it stands, and not where it was held beside another
  element.scrollIntoView();
  classList.remove("stands-still");
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
  if (element.tabIndex < 0) element.setAttribute("tabindex", "-1");
  element.focus({ preventScroll: true });
}
