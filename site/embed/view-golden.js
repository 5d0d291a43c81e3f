// A demo's golden output as elements: set as on the pages, and ready to be judged.

import { make } from "./find.js";
import { GoldenSection } from "./golden.js";
import { linesOf } from "./lines.js";

/** @import { OneDemo, SectionData } from "./view-data.js" */
/** @import { Setting } from "./lines.js" */
/** @import { Line } from "./klog.mjs" */

/**
 * The words of the pages that are in the output.
 * @typedef {object} Names
 * @property {string} exactBytes
 * @property {(section: string) => string} table
 * @property {(section: string) => string} hex
 */

/**
 * Cuts the golden text of a demo into its sections.
 * @param {OneDemo} demo
 * @returns {{ section: SectionData, lines: Line[] }[]}
 */
export function sectionsOf({ text: all, sections }) {
  const texts = all.replace(/\n$/, "").split("\n\n");
  return sections.map((section, i) => {
    const ids = section.lines.split(" ");
    const lines = (texts[i] ?? "").split("\n").map((text, n) =>
      ({ id: ids[n] ?? "", text, values: {} }));
    return { section, lines };
  });
}

/**
 * Makes a section's elements.
 * @param {SectionData} section
 * @param {Line[]} lines
 * @param {"th" | "en"} lang
 * @param {Names} names
 */
export function goldenSection({ id, glosses }, lines, lang, names) {
  const element = make("div", "golden-section");
  element.dataset.section = id;
  element.setAttribute("role", "group");
  /** @type {Setting} */
  const setting = { templates: null, asked: null, label: "", region: names.hex(id), lang,
    gloss: (line) => lang === "th" ? "" : glosses[lines.indexOf(line)] ?? "" };
  const title = lines[0]?.text ?? id;
  const body = linesOf({ id, title, lines }, setting);
  const made = [...body.querySelectorAll(".line")].filter((line) => line instanceof HTMLElement);
  for (const box of body.querySelectorAll(".table-box")) {
    box.firstElementChild?.setAttribute("aria-label", names.table(id));
    box.prepend(exactSwitch(names.exactBytes, lang));
  }
  const status = make("p", "section-status");
  status.lang = lang;
  status.translate = true;
  element.setAttribute("aria-label", title.replace(/^== | ==$/g, ""));
  element.append(...made.slice(0, 1), status, body);
  const golden = new GoldenSection(element);
  golden.lines = lines.map(({ id: kind, text }, i) =>
    ({ element: made[i] ?? null, id: kind, text }));
  element.dataset.bytes = String(golden.bytes().length);
  return golden;
}

/**
 * What shows a table's exact bytes in its place.
 * @param {string} words
 * @param {string} lang
 */
function exactSwitch(words, lang) {
  const box = make("input", "");
  box.type = "checkbox";
  box.setAttribute("role", "switch");
  box.autocomplete = "off";
  const label = make("label", "exact", box, ` ${words}`);
  label.lang = lang;
  label.translate = true;
  return label;
}
