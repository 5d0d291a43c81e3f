// The lines of a section that a run printed, shown where the page has no golden text of them:
// set as the golden output is, tables as tables.

import { find, make } from "./find.js";
import { glossOf } from "./gloss.js";
import { draw } from "./verdict.js";

/** @import { Line, Section } from "./klog.mjs" */
/** @import { Templates } from "./gloss.js" */

/** One cell and the blanks before it; a single blank stays inside a cell. */
const CELL = / *\S+(?: \S+)*/g;
/** Lines whose columns carry meaning. */
const TABULAR = /^(table-head|row|row-.*|field-.*|hex)$/;
const NUMBER = /^-?\d+$/;
/** The longest text of a cell that a narrow screen need not break. */
const SHORT = 8;

/**
 * @typedef {object} Setting
 * @property {Templates | null} templates
 * @property {(line: Line) => string} [gloss] of a line, in place of what its template gives
 * @property {Line | null} asked the line that is marked
 * @property {string} label what is said of it
 * @property {string} region name of a table, or of a dump, that scrolls
 * @property {string} lang of the page
 */

/**
 * Makes the lines of a section into elements.
 * @param {Section} section
 * @param {Setting} setting
 */
export function linesOf(section, setting) {
  const lines = make("div", "lines");
  lines.lang = "th";
  lines.translate = false;
  for (const group of groupsOf(section.lines)) {
    const made = group.map((line, i) => lineOf(section, line, setting, i === 0));
    const [first] = group;
    if (!first || !TABULAR.test(first.id)) lines.append(...made);
    else if (first.id === "hex") lines.append(region(setting, "wide", ...made));
    else lines.append(tableOf(group, made, setting));
  }
  return lines;
}

/**
 * Lines that are set together: rows of one table, lines of one dump, sentences.
 * @param {Line[]} lines
 */
function groupsOf(lines) {
  const kind = (/** @type {Line} */ { id }) => id === "hex" ? 2 : Number(TABULAR.test(id));
  /** @type {Line[][]} */
  const groups = [];
  for (const line of lines) {
    const group = groups[groups.length - 1];
    if (group?.[0] && kind(group[0]) === kind(line)) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

/**
 * @param {Section} section
 * @param {Line} line
 * @param {Setting} setting
 * @param {boolean} isFirst of its group
 */
function lineOf(section, line, { templates, gloss: given, asked, label, lang }, isFirst) {
  const isTitle = isFirst && line === section.lines[0];
  const kind = TABULAR.test(line.id) ? "bytes" : line.text.startsWith(" ") ? "deep" : "";
  const made = make("div", `line ${isTitle ? "line-title" : kind}`.trim());
  if (line === asked) {
    const words = make("p", "line-label", label);
    words.lang = lang;
    words.translate = true;
    made.classList.add("asked");
    made.append(words);
  }
  const text = make("span", "text", draw(line.text));
  text.lang = line.id === "hex" ? "en" : "th";
  made.append(text);
  const gloss = given?.(line) ?? glossOf(templates, section.id, line);
  if (gloss !== "") {
    const paragraph = make("p", "gloss", gloss);
    paragraph.lang = "en";
    paragraph.translate = true;
    made.append(paragraph);
  }
  return made;
}

/**
 * @param {Line[]} lines
 * @param {HTMLElement[]} made the same, as elements
 * @param {Setting} setting
 */
function tableOf(lines, made, setting) {
  const rows = lines.map(({ text }) => text.match(CELL) ?? []);
  const head = lines.findIndex(({ id }) => id === "table-head");
  const columns = rows[head]?.length ?? Math.min(...rows.map(({ length }) => length));
  const cut = rows.map((row) => [...row.slice(0, columns - 1), row.slice(columns - 1).join("")]);
  const isNumber = Array.from({ length: columns }, (_, column) =>
    cut.every((row, i) => i === head || NUMBER.test((row[column] ?? "").trim())));
  made.forEach((line, i) => {
    line.setAttribute("role", "row");
    line.classList.toggle("head", i === head);
    const text = find(line, ".text", HTMLElement);
    text.setAttribute("role", "none");
    text.replaceChildren(...(cut[i] ?? []).flatMap((piece, column) =>
      cellOf(piece, isNumber[column] ?? false, i === head ? "columnheader" : "cell")));
    for (const other of line.querySelectorAll("p")) other.setAttribute("role", "cell");
  });
  const table = make("div", "table", ...made);
  table.setAttribute("role", "table");
  return make("div", "table-box", region(setting, `wide columns-${columns}`, table));
}

/**
 * @param {string} piece
 * @param {boolean} isNumber
 * @param {string} role
 */
function cellOf(piece, isNumber, role) {
  const words = piece.trimStart();
  const cell = make("span", "cell", draw(words));
  cell.classList.toggle("number", isNumber);
  cell.classList.toggle("short", [...words].length <= SHORT);
  cell.setAttribute("role", role);
  return [make("span", "pad", piece.slice(0, piece.length - words.length)), cell];
}

/**
 * What scrolls sideways can be reached by keyboard and has a name.
 * @param {Setting} setting
 * @param {string} className
 * @param {...Node} content
 */
function region({ region: name, lang }, className, ...content) {
  const made = make("div", className, ...content);
  made.setAttribute("role", "region");
  made.setAttribute("aria-label", name);
  made.lang = lang;
  made.tabIndex = 0;
  return made;
}
