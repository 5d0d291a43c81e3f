// The golden output as it stands in the page: its lines are read from the page itself at each
// run, so that the page is judged and no copy of it.

/** One section of it. */
export class GoldenSection {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.id = element.dataset.section ?? "";
    /** @private */
    this.statusLine = element.querySelector(".section-status");
    /** @private what it says before any run */
    this.initially = this.statusLine?.textContent ?? "";
  }

  /** Its title, without the signs around it. */
  get title() {
    return this.texts()[0]?.replace(/^== | ==$/g, "") ?? this.id;
  }

  /**
   * The golden lines, the title first.
   * @returns {HTMLElement[]}
   */
  lines() {
    return [...this.element.querySelectorAll(".line[data-line]")].filter((line) =>
      line instanceof HTMLElement);
  }

  texts() {
    return this.lines().map((line) => line.querySelector(".text")?.textContent ?? "");
  }

  /** The kinds of its lines. */
  ids() {
    return this.lines().map((line) => line.dataset.line ?? "");
  }

  bytes() {
    return new TextEncoder().encode(this.texts().join("\n"));
  }

  /**
   * @param {string} state
   * @param {string} words
   */
  say(state, words) {
    if (!(this.statusLine instanceof HTMLElement)) return;
    this.statusLine.dataset.state = state;
    this.statusLine.textContent = words;
  }

  /** Says what it said before any run. */
  forget() {
    this.say("ready", this.initially);
  }
}

/**
 * The sections of a demo's golden output, in the order of the page.
 * @param {Element} demo
 */
export function goldenSections(demo) {
  return [...demo.querySelectorAll(".golden-section")]
    .filter((element) => element instanceof HTMLElement)
    .map((element) => new GoldenSection(element));
}
