// What a run made of a line, said in place: by a state that the styles draw, and in words
// wherever it is not simply the same. The golden text itself is only ever hidden, never changed.

import { draw } from "./verdict.js";
import { cellsLike } from "./cells.js";

/** @import { Difference } from "./verdict.js" */
/** @import { RunWords } from "./words-run.js" */

/** Marks of one page: in its language, inside output that may be in another. */
export class Marks {
  /**
   * @param {string} lang
   * @param {RunWords} words
   */
  constructor(lang, words) {
    /** @private */
    this.lang = lang;
    /** @private */
    this.label = words.label;
  }

  /** @param {HTMLElement} line */
  same(line) {
    line.dataset.state = "same";
  }

  /**
   * Shows a run's own text where the golden text stood.
   * @param {HTMLElement} line
   * @param {string} text
   * @param {string} gloss
   */
  changed(line, text, gloss) {
    line.dataset.state = "changed";
    before(line, this.words(this.label.changed), ownLine(line, text));
    hideTexts(line);
    setGloss(line, gloss);
    keepRow(line);
  }

  /** @param {HTMLElement} line */
  removed(line) {
    line.dataset.state = "removed";
    before(line, this.words(this.label.removed));
    keepRow(line);
  }

  /**
   * Adds a line that only the run printed, after another.
   * @param {HTMLElement} after
   * @param {HTMLElement} model a line of the same kind
   * @param {string} text
   * @param {string} gloss
   * @returns {HTMLElement}
   */
  added(after, model, text, gloss) {
    const line = this.insert(after, model, "added", text, this.label.added);
    if (gloss !== "") {
      const paragraph = element("p", "gloss", gloss);
      paragraph.lang = "en";
      line.append(paragraph);
      keepRow(line);
    }
    return line;
  }

  /**
   * Shows both texts of a line, and where they part.
   * @param {HTMLElement} line
   * @param {Difference} difference of the two lines
   * @param {string} place in words; "" to leave it out
   */
  differs(line, difference, place) {
    line.dataset.state = "differs";
    const at = difference.column - 1;
    before(line,
      this.words(this.label.golden), ownText(line, drawnAt(difference.want ?? "", at)),
      this.words(this.label.printed), ownText(line, drawnAt(difference.got ?? "", at)),
    );
    if (place) before(line, this.words(place, "diff-place"));
    hideTexts(line);
    keepRow(line);
  }

  /**
   * A golden line that the run ought to have printed and did not.
   * @param {HTMLElement} line
   */
  missing(line) {
    line.dataset.state = "differs";
    before(line, this.words(this.label.missing));
    keepRow(line);
  }

  /**
   * A line that the run ought not to have printed.
   * @param {HTMLElement} after
   * @param {HTMLElement} model
   * @param {string} text
   * @returns {HTMLElement}
   */
  extra(after, model, text) {
    return this.insert(after, model, "differs", text, this.label.extra);
  }

  /**
   * @private
   * @param {HTMLElement} after
   * @param {HTMLElement} model
   * @param {string} state
   * @param {string} text
   * @param {string} label
   */
  insert(after, model, state, text, label) {
    const line = element("div", model.className);
    ourLines.add(line);
    line.classList.remove("line-title");
    line.dataset.state = state;
    const own = state === "added" ? ownLine(model, text) : ownText(model, [draw(text)]);
    line.append(this.words(label), own);
    const role = model.getAttribute("role");
    if (role) line.setAttribute("role", role);
    keepRow(line);
    if (after.matches(".line-title")) {
      after.parentElement?.querySelector(".lines")?.prepend(line);
    } else after.after(line);
    return line;
  }

  /**
   * @private
   * @param {string} text
   * @param {string} [className]
   */
  words(text, className = "line-label") {
    const paragraph = element("p", className, text);
    paragraph.lang = this.lang;
    paragraph.translate = true;
    return paragraph;
  }
}

/**
 * A row of a table may hold nothing but cells.
 * @param {HTMLElement} line
 */
function keepRow(line) {
  if (line.getAttribute("role") !== "row") return;
  for (const part of line.querySelectorAll(".line-label, .own-text, .diff-place, .gloss")) {
    part.setAttribute("role", part.matches(".cells") ? "none" : "cell");
  }
}

/**
 * Takes every mark off; glosses say again what they said at first. What is hidden or added by
 * anybody else stays so.
 * @param {Element} root
 */
export function clearMarks(root) {
  for (const line of root.querySelectorAll(".line")) {
    if (!(line instanceof HTMLElement)) continue;
    if (ourLines.has(line)) {
      line.remove();
      continue;
    }
    delete line.dataset.state;
    for (const text of textsOf(line)) if (hiddenTexts.delete(text)) text.hidden = false;
    for (const mark of line.querySelectorAll(".line-label, .own-text, .diff-place")) mark.remove();
    const gloss = line.querySelector(".gloss");
    const first = firstGlosses.get(line);
    if (gloss && first !== undefined) gloss.textContent = first;
  }
}

/** @type {WeakSet<Element>} lines that a run added */
const ourLines = new WeakSet();
/** @type {WeakSet<Element>} golden texts that a run's own text stands in for */
const hiddenTexts = new WeakSet();
/** @type {WeakMap<HTMLElement, string>} what a line's gloss said before any run */
const firstGlosses = new WeakMap();

/**
 * @param {HTMLElement} line
 * @param {string} text
 */
function setGloss(line, text) {
  const gloss = line.querySelector(".gloss");
  if (!gloss || text === "") return;
  if (!firstGlosses.has(line)) firstGlosses.set(line, gloss.textContent ?? "");
  gloss.textContent = text;
}

/**
 * The golden text of a line: one, unless somebody changed the page.
 * @param {HTMLElement} line
 * @returns {HTMLElement[]}
 */
function textsOf(line) {
  return [...line.querySelectorAll(".text")].filter((text) => text instanceof HTMLElement);
}

/** @param {HTMLElement} line */
function hideTexts(line) {
  for (const text of textsOf(line)) {
    if (text.hidden) continue;
    text.hidden = true;
    hiddenTexts.add(text);
  }
}

/**
 * Puts marks before the golden text of a line.
 * @param {HTMLElement} line
 * @param {...Node} marks
 */
function before(line, ...marks) {
  const [text] = textsOf(line);
  if (text) text.before(...marks);
  else line.append(...marks);
}

/**
 * @param {HTMLElement} line golden, or added; its text gives the language
 * @param {(string | Node)[]} parts
 */
function ownText(line, parts) {
  const text = element("span", "own-text");
  const model = line.querySelector(".text, .own-text");
  if (model instanceof HTMLElement && model.lang !== "") text.lang = model.lang;
  text.append(...parts);
  return text;
}

/**
 * A run's own line: as a row of cells where the golden line is one.
 * @param {HTMLElement} line
 * @param {string} text
 */
function ownLine(line, text) {
  const cells = cellsLike(line, text);
  const own = ownText(line, cells ?? [draw(text)]);
  if (cells) own.classList.add("cells");
  return own;
}

/**
 * Draws a line with a mark on one character; past its end the mark is a sign of its own.
 * @param {string} text
 * @param {number} at in code points
 */
function drawnAt(text, at) {
  const points = [...text];
  // A mark that stands alone is drawn on a circle: keep it with the letter under it.
  let end = at + 1;
  while (/^\p{M}$/u.test(points[end] ?? "")) end++;
  let start = at;
  while (start > 0 && /^\p{M}$/u.test(points[start] ?? "")) start--;
  const cut = (/** @type {number} */ from, /** @type {number} */ to) =>
    points.slice(from, to).join("");
  const marked = start < points.length ? draw(cut(start, end)) : "⏎";
  const mark = element("mark", "diff-mark", marked);
  return [cut(0, start), mark, draw(cut(end, points.length))];
}

/**
 * @param {string} name
 * @param {string} className
 * @param {string} [text]
 */
function element(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
