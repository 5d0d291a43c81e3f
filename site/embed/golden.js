// A section of the golden output as it is shown, which is what a run is held against.

/**
 * One line as it is shown.
 * @typedef {object} ShownLine
 * @property {HTMLElement | null} element null: a text that stands in no line of the page's HTML
 * @property {string} id of its kind
 * @property {string} text
 */

/** One section of it, as it stands in the page now. */
export class GoldenSection {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.id = element.dataset.section ?? "";
    /** @type {ShownLine[]} the title first */
    this.lines = [];
  }

  /** Its title, without the signs around it. */
  get title() {
    return this.lines[0]?.text.replace(/^== | ==$/g, "") ?? this.id;
  }

  /** How many bytes the page says that it has. */
  get statedBytes() {
    return Number(this.element.dataset.bytes);
  }

  bytes() {
    return new TextEncoder().encode(this.lines.map(({ text }) => text).join("\n"));
  }

  /**
   * @param {string} state
   * @param {string} words
   */
  say(state, words) {
    sayOf(this.element, state, words);
  }
}

/**
 * Says something of a section.
 * @param {HTMLElement} section
 * @param {string} state
 * @param {string} words
 */
export function sayOf(section, state, words) {
  const line = section.querySelector(".section-status");
  if (!(line instanceof HTMLElement)) return;
  line.dataset.initially ??= line.textContent ?? "";
  line.dataset.state = state;
  line.textContent = words;
}
