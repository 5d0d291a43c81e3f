// Holds a run against the golden output as it is shown, byte for byte, and writes the verdict
// into it: over the whole, over each section, line by line.

import { glossOf } from "./gloss.js";
import { Marks } from "./marks.js";
import { cut, pair, whole } from "./output.js";
import { compare } from "./verdict.js";
import { runWordsFor } from "./words-run.js";

/** @import { Place } from "./words-run.js" */
/** @import { Templates } from "./gloss.js" */
/** @import { GoldenSection, ShownLine } from "./golden.js" */
/** @import { DemoResult, Line } from "./klog.mjs" */
/** @import { SectionBytes } from "./output.js" */
/** @import { State } from "./status.js" */
/** @import { Difference } from "./verdict.js" */

/**
 * What a run is held against.
 * @typedef {object} Paper
 * @property {string[] | null} parts the sections that are shown of the golden file, each apart
 *   from the others; null: the whole file is shown in one
 * @property {number} totalBytes of the golden file
 * @property {Templates | null} templates
 * @property {string} lang in which it is judged
 * @property {(section: string, isSame: boolean) => void} prove keeps that a run in this browser
 *   printed the section, or did not
 * @property {(section: string | null, state: string) => void} draw shows the state of a
 *   section, or of all, elsewhere
 */

/** @typedef {{ state: State & ("same" | "own" | "differs"), words: string }} Verdict */

/**
 * One section as it is shown and what the run printed for it.
 * @typedef {object} Match
 * @property {GoldenSection} golden
 * @property {Uint8Array} want
 * @property {Uint8Array | null} got null: nothing
 * @property {Line[]} lines
 */

/**
 * A run beside the page.
 * @typedef {object} Comparison
 * @property {Match[]} matches in the order of the page; of the file, where they stand apart
 * @property {SectionBytes[]} homeless sections that were printed and have no place on the page
 * @property {Uint8Array} got what was printed of what the page shows
 * @property {boolean} isWhole the page shows all that was printed, or says so
 */

/**
 * Writes the verdict into what is shown and gives it in words.
 * @param {Paper} paper
 * @param {GoldenSection[]} shown without any marks of an earlier run
 * @param {DemoResult} result
 * @param {string | null} switchedOff the flag whose absence leaves sections out
 * @returns {Verdict}
 */
export function judge(paper, shown, result, switchedOff) {
  const { parts } = paper;
  const all = cut(result.bytes, result.sections.map(({ id }) => id));
  const printed = all.filter(({ id }) => parts === null || parts.includes(id));
  const homeless = [...printed];
  const matches = shown.map((golden) => {
    const at = homeless.findIndex(({ id }) => id === golden.id);
    const [own] = at < 0 ? [] : homeless.splice(at, 1);
    const lines = result.sections.find(({ id }) => own && id === golden.id)?.lines ?? [];
    return { golden, want: golden.bytes(), got: own?.bytes ?? null, lines };
  });
  if (parts !== null) inOrderOf(printed, matches);
  const isWhole = printed.length === all.length;
  const got = isWhole ? result.bytes : whole(printed.map(({ bytes }) => bytes));
  const comparison = { matches, homeless, got, isWhole };
  return result.golden ? confirm(paper, comparison)
    : showOwn(paper, comparison, result, switchedOff);
}

/** @param {Paper} paper */
const marksOf = ({ lang }) => new Marks(lang, runWordsFor(lang));

/**
 * A page's parts stand in the order in which they are told; they are held against the file in
 * its own. What was not printed comes last.
 * @param {SectionBytes[]} printed
 * @param {Match[]} matches
 */
function inOrderOf(printed, matches) {
  const placeOfMatch = (/** @type {Match} */ { got }) => {
    const at = printed.findIndex(({ bytes }) => bytes === got);
    return at < 0 ? printed.length : at;
  };
  matches.sort((a, b) => placeOfMatch(a) - placeOfMatch(b));
}

/**
 * The verdict on a run with the golden flags: every byte is as the page shows it, and the page
 * shows as many as it says, or not.
 * @param {Paper} paper
 * @param {Comparison} comparison
 * @returns {Verdict}
 */
function confirm(paper, { matches, homeless, got, isWhole }) {
  const { lang, totalBytes } = paper;
  const words = runWordsFor(lang);
  const marks = marksOf(paper);
  /** @type {string | null} what is said where the page has another size than it says */
  let missized = null;
  for (const match of matches) {
    const { golden, want } = match;
    const difference = compare(want, match.got ?? new Uint8Array());
    const hasSize = want.length === golden.statedBytes;
    if (difference) {
      const place = placeOf(difference);
      markDifferences(paper, match, place);
      golden.say("differs", words.sectionDiffers(place));
    } else {
      for (const { element } of golden.lines) if (element) marks.same(element);
      if (hasSize) golden.say("same", words.sectionSame(want.length, totalBytes));
      else golden.say("differs", words.sectionMissized(want.length, golden.statedBytes));
    }
    if (!hasSize) missized ??= words.missized(want.length, golden.statedBytes, golden.title);
    const isSame = difference === null && hasSize;
    paper.prove(golden.id, isSame);
    paper.draw(golden.id, isSame ? "same" : "differs");
  }
  for (const { id } of homeless) paper.draw(id, "differs");
  const want = whole(matches.map((match) => match.want));
  const difference = compare(want, got);
  if (difference) {
    const title = sectionAt(matches, difference.pos);
    return { state: "differs", words: words.differs(placeOf(difference), title) };
  }
  if (isWhole && want.length !== totalBytes) {
    missized ??= words.missized(want.length, totalBytes, "");
  }
  if (missized !== null) return { state: "differs", words: missized };
  const shown = matches.reduce((sum, match) => sum + match.want.length, 0);
  return { state: "same", words: words.same(isWhole ? want.length : shown) };
}

/**
 * Marks a section line by line where it is not the golden one: both texts wherever they part.
 * @param {Paper} paper
 * @param {Match} match
 * @param {Place} place of the first difference, said there
 */
function markDifferences(paper, match, place) {
  const words = runWordsFor(paper.lang);
  const marks = marksOf(paper);
  const { lines } = match.golden;
  const printed = linesOf(match.got);
  let said = words.place(place);
  let last = firstElement(lines);
  for (const each of pair(lines.map(({ id }) => id), ownIDs(match))) {
    const line = each.golden === null ? undefined : lines[each.golden];
    const element = line?.element;
    const want = line && new TextEncoder().encode(line.text);
    const own = each.own === null ? undefined : printed[each.own];
    if (element && want && own) {
      const difference = compare(want, own);
      if (difference) {
        marks.differs(element, difference, said);
        said = "";
      } else marks.same(element);
    } else if (element) marks.missing(element);
    else if (own && !line && last) last = marks.extra(last, last, decode(own));
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
  return printed.map((_line, i) => golden.lines[i]?.id ?? "");
}

/**
 * @param {ShownLine[]} lines
 * @returns {HTMLElement | undefined}
 */
function firstElement(lines) {
  return lines.find(({ element }) => element)?.element ?? undefined;
}

/**
 * Shows a run with other flags in place of the golden text. There is nothing to hold it
 * against, so it is never said to differ: its lines are the same or changed.
 * @param {Paper} paper
 * @param {Comparison} comparison
 * @param {DemoResult} result
 * @param {string | null} switchedOff
 * @returns {Verdict}
 */
function showOwn(paper, { matches, homeless, isWhole }, result, switchedOff) {
  const words = runWordsFor(paper.lang);
  let total = homeless.reduce((sum, { bytes }) => sum + linesOf(bytes).length, 0);
  for (const match of matches) {
    const { golden, want, got } = match;
    if (got === null) {
      total += golden.lines.length;
      golden.say("absent", words.sectionAbsent(switchedOff));
      paper.draw(golden.id, "absent");
      continue;
    }
    const isSame = compare(want, got) === null;
    const changed = showLines(paper, match);
    total += changed;
    golden.say(isSame ? "same" : "own", isSame
      ? words.sectionUnchanged(got.length)
      : words.sectionOwn(got.length, changed));
    paper.draw(golden.id, "own");
  }
  const shown = matches.reduce((sum, { got }) => sum + (got?.length ?? 0), 0);
  return { state: "own", words: words.own(isWhole ? result.bytes.length : shown, total) };
}

/**
 * Shows the lines of a run in one section, and says how many are not the golden ones.
 * @param {Paper} paper
 * @param {Match} match
 */
function showLines(paper, match) {
  const { templates } = paper;
  const marks = marksOf(paper);
  const { golden, lines, got } = match;
  const printed = linesOf(got).map(decode);
  let last = firstElement(golden.lines);
  let changed = 0;
  for (const each of pair(golden.lines.map(({ id }) => id), ownIDs(match))) {
    const shown = each.golden === null ? undefined : golden.lines[each.golden];
    const element = shown?.element;
    const line = each.own === null ? undefined : lines[each.own];
    const text = (each.own === null ? undefined : printed[each.own]) ?? "";
    const gloss = line ? glossOf(templates, golden.id, line) : "";
    const isSame = element && line && shown.text === text;
    if (!isSame) changed++;
    if (element && isSame) marks.same(element);
    else if (element && line) marks.changed(element, text, gloss);
    else if (element) marks.removed(element);
    else if (line && !shown && last) {
      const alike = golden.lines.find(({ id, element: other }) => other && id === line.id);
      last = marks.added(last, alike?.element ?? last, text, gloss);
    }
    last = element ?? last;
  }
  return changed;
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
