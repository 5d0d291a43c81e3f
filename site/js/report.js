// Holds a run against the golden output in the page, byte for byte, and writes the verdict
// into it: over the whole, over each section, line by line.

import { cut, pair, whole } from "../embed/output.js";
import { compare } from "../embed/verdict.js";
import { glossOf } from "./gloss.js";
import { clearMarks } from "./marks.js";

/** @import { DemoResult, Line } from "../embed/klog.mjs" */
/** @import { State } from "../embed/status.js" */
/** @import { Difference } from "../embed/verdict.js" */
/** @import { Templates } from "./gloss.js" */
/** @import { GoldenSection } from "./golden.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Place, Words } from "./words.js" */

/**
 * @typedef {object} Paper
 * @property {GoldenSection[]} sections in the order of the page
 * @property {boolean} complete the page holds every section of the golden file
 * @property {number} totalBytes of the golden file
 * @property {Templates | null} templates
 * @property {Marks} marks
 * @property {Words} words
 * @property {string | null} switchedOff the flag whose absence leaves sections out
 * @property {(section: string, state: string) => void} draw shows a section's state elsewhere
 */

/** @typedef {{ state: State, words: string }} Verdict */

/**
 * One section of the page and what the run printed for it.
 * @typedef {object} Match
 * @property {GoldenSection} golden
 * @property {Uint8Array} want
 * @property {Uint8Array | null} got null: nothing
 * @property {Line[]} lines
 */

/**
 * Writes the verdict into the page and gives it in words.
 * @param {Paper} paper
 * @param {DemoResult} result
 * @returns {Verdict}
 */
export function report(paper, result) {
  const printed = cut(result.bytes, result.sections.map(({ id }) => id));
  const matches = paper.sections.map((golden) => {
    clearMarks(golden.element);
    const got = printed.find(({ id }) => id === golden.id)?.bytes ?? null;
    const lines = result.sections.find(({ id }) => id === golden.id)?.lines ?? [];
    return { golden, want: golden.bytes(), got, lines };
  });
  return result.golden ? confirm(paper, matches, result) : showOwn(paper, matches, result);
}

/**
 * Takes a verdict back: the page says again what it said at first.
 * @param {Paper} paper
 */
export function forget(paper) {
  for (const section of paper.sections) {
    clearMarks(section.element);
    section.forget();
    paper.draw(section.id, "ready");
  }
}

/**
 * The verdict on a run with the golden flags: every byte is as in the page, or not.
 * @param {Paper} paper
 * @param {Match[]} matches
 * @param {DemoResult} result
 * @returns {Verdict}
 */
function confirm(paper, matches, result) {
  const { words, totalBytes } = paper;
  /** @type {{ place: Place, title: string } | null} */
  let first = null;
  let confirmed = 0;
  for (const match of matches) {
    const { golden, want, got } = match;
    const difference = compare(want, got ?? new Uint8Array());
    if (!difference) {
      for (const line of golden.lines()) paper.marks.same(line);
      golden.say("same", words.sectionSame(want.length, totalBytes));
      confirmed += want.length;
    } else {
      const place = placeOf(difference);
      markDifferences(paper, match, place);
      golden.say("differs", words.sectionDiffers(place));
      first ??= { place, title: golden.title };
    }
    paper.draw(golden.id, difference ? "differs" : "same");
  }
  if (!paper.complete) {
    return first
      ? { state: "differs", words: words.differs(first.place, first.title) }
      : { state: "same", words: words.same(confirmed) };
  }
  const want = whole(inOrder(matches, result).map((match) => match.want));
  const difference = compare(want, result.bytes);
  if (!difference) return { state: "same", words: words.same(want.length) };
  const title = sectionAt(inOrder(matches, result), difference.pos);
  return { state: "differs", words: words.differs(placeOf(difference), title) };
}

/**
 * Marks a section line by line where it is not the golden one: both texts wherever they part.
 * @param {Paper} paper
 * @param {Match} match
 * @param {Place} place of the first difference, said there
 */
function markDifferences({ marks, words }, match, place) {
  const elements = match.golden.lines();
  const wanted = linesOf(match.want);
  const printed = linesOf(match.got);
  let said = words.place(place);
  let last = elements[0];
  for (const each of pair(match.golden.ids(), ownIDs(match))) {
    const element = each.golden === null ? undefined : elements[each.golden];
    const want = each.golden === null ? undefined : wanted[each.golden];
    const own = each.own === null ? undefined : printed[each.own];
    if (element && want && own) {
      const difference = compare(want, own);
      if (difference) {
        marks.differs(element, difference, said);
        said = "";
      } else marks.same(element);
    } else if (element) marks.missing(element);
    else if (own && last) last = marks.extra(last, last, decode(own));
    last = element ?? last;
  }
}

/**
 * The kinds of the lines that the run printed, as it says; by their place where that cannot be,
 * its bytes being other lines than those it tells of.
 * @param {Match} match
 */
function ownIDs({ golden, got, lines }) {
  const printed = linesOf(got);
  if (lines.length === printed.length) return lines.map(({ id }) => id);
  const ids = golden.ids();
  return printed.map((_line, i) => ids[i] ?? "");
}

/**
 * Shows a run with other flags in place of the golden text. There is nothing to hold it
 * against, so it is never said to differ: its lines are the same or changed.
 * @param {Paper} paper
 * @param {Match[]} matches
 * @param {DemoResult} result
 * @returns {Verdict}
 */
function showOwn(paper, matches, result) {
  const { words } = paper;
  let total = 0;
  for (const match of matches) {
    const { golden, want, got } = match;
    if (got === null) {
      golden.say("absent", words.sectionAbsent(paper.switchedOff));
      paper.draw(golden.id, "absent");
      continue;
    }
    const isSame = compare(want, got) === null;
    const changed = showLines(paper, match);
    total += changed;
    golden.say(isSame ? "same" : "own", isSame
      ? words.sectionUnchanged(got.length)
      : words.sectionOwn(got.length, changed));
    paper.draw(golden.id, isSame ? "same" : "own");
  }
  return { state: "own", words: words.own(result.bytes.length, total) };
}

/**
 * Shows the lines of a run in one section, and says how many are not the golden ones.
 * @param {Paper} paper
 * @param {Match} match
 */
function showLines({ marks, templates }, match) {
  const { golden, lines, got } = match;
  const elements = golden.lines();
  const wanted = golden.texts();
  const printed = linesOf(got).map(decode);
  let last = elements[0];
  let changed = 0;
  for (const each of pair(golden.ids(), ownIDs(match))) {
    const element = each.golden === null ? undefined : elements[each.golden];
    const line = each.own === null ? undefined : lines[each.own];
    const text = (each.own === null ? undefined : printed[each.own]) ?? "";
    const gloss = line ? glossOf(templates, golden.id, line) : "";
    const isSame = element && line && wanted[each.golden ?? 0] === text;
    if (!isSame) changed++;
    if (element && isSame) marks.same(element);
    else if (element && line) marks.changed(element, text, gloss);
    else if (element) marks.removed(element);
    else if (line && last) {
      const alike = elements.find((other) => other.dataset.line === line.id) ?? last;
      last = marks.added(last, alike, text, gloss);
    }
    last = element ?? last;
  }
  return changed;
}

/**
 * The sections as they stand in the file, whatever their order in the page; what the run did
 * not print comes last.
 * @param {Match[]} matches
 * @param {DemoResult} result
 */
function inOrder(matches, result) {
  const ids = result.sections.map(({ id }) => id);
  const rank = (/** @type {Match} */ { golden }) => {
    const at = ids.indexOf(golden.id);
    return at < 0 ? ids.length : at;
  };
  return [...matches].sort((a, b) => rank(a) - rank(b));
}

/**
 * The title of the section that a byte of the file is in; "" past the last.
 * @param {Match[]} matches in the file's order
 * @param {number} pos
 */
function sectionAt(matches, pos) {
  let end = 0;
  for (const { golden, want } of matches) {
    end += want.length + 2;
    if (pos < end) return golden.title;
  }
  return "";
}

/**
 * @param {Difference} difference
 * @returns {Place}
 */
function placeOf({ pos, line, column, codePoints, causes }) {
  return { byte: pos + 1, line, column, codePoints, causes };
}

/**
 * The lines of a section; none when there is no section.
 * @param {Uint8Array | null} bytes
 */
function linesOf(bytes) {
  /** @type {Uint8Array[]} */
  const lines = [];
  if (bytes === null) return lines;
  let start = 0;
  for (let i = 0; i <= bytes.length; i++) {
    if (i < bytes.length && bytes[i] !== 0x0a) continue;
    lines.push(bytes.subarray(start, i));
    start = i + 1;
  }
  return lines;
}

/** @param {Uint8Array} bytes */
function decode(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
