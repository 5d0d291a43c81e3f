// The golden output as it stands in the page: what is shown there is read from the page itself at
// each run, so that the page is judged and no copy of it.

import { GoldenSection } from "../embed/golden.js";

/** @import { ShownLine } from "../embed/golden.js" */

/** What stands in golden output and is none of it: what the page says of it. */
const NO_OUTPUT = ".gloss, .section-status, .exact, .line-label, .own-text, .diff-place, script, "
  + "style, template";

/**
 * Reads what the page shows as a demo's golden output: every text that can be seen, in lines of
 * the page's HTML or not. What stands outside all sections is taken for a line of the one before.
 * @param {Element} demo
 * @returns {GoldenSection[]}
 */
export function readGolden(demo) {
  /** @type {GoldenSection[]} */
  const sections = [];
  /** @type {ShownLine[]} */
  const before = [];
  for (const root of demo.querySelectorAll(".golden")) {
    if (isShown(root)) readInto(sections, before, root, null);
  }
  sections[0]?.lines.unshift(...before);
  return sections;
}

/**
 * @param {GoldenSection[]} sections
 * @param {ShownLine[]} before lines before the first section
 * @param {Element} parent
 * @param {ShownLine | null} line that the parent is, or is in
 */
function readInto(sections, before, parent, line) {
  const add = (/** @type {ShownLine} */ added) => {
    (sections[sections.length - 1]?.lines ?? before).push(added);
    return added;
  };
  for (const child of parent.childNodes) {
    if (child instanceof Text) {
      if (!isText(child, parent)) continue;
      if (line) line.text += child.data;
      else add({ element: null, id: "", text: child.data });
    } else if (child instanceof HTMLBRElement) {
      if (line) line.text += "\n";
    } else if (child instanceof HTMLElement && !child.matches(NO_OUTPUT) && isShown(child)) {
      if (child.matches(".golden-section")) sections.push(new GoldenSection(child));
      const within = line || !child.matches(".line") ? line
        : add({ element: child, id: child.dataset.line ?? "", text: "" });
      readInto(sections, before, child, within);
    }
  }
}

/**
 * Says whether a text is of the output: blanks between elements are of the HTML.
 * @param {Text} text
 * @param {Element} parent
 */
function isText({ data }, parent) {
  if (data.trim() === "" && !parent.closest(".text")) return false;
  return getComputedStyle(parent).visibility === "visible";
}

/**
 * Says whether an element is shown, its parent being. The blanks between a table's cells are
 * there in bytes where the table is drawn as one.
 * @param {Element} element
 */
function isShown(element) {
  if (element.matches(".text > .pad")) return true;
  const { display, opacity, contentVisibility } = getComputedStyle(element);
  return display !== "none" && opacity !== "0" && contentVisibility !== "hidden";
}
