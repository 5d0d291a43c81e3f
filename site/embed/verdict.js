// Compares two outputs byte for byte, and where they differ says where, and in what way when
// the eye would not see it. Unequal bytes never give an empty difference.

/**
 * What makes two lines differ though they look alike, or nearly.
 * @typedef {"ends-early" | "goes-on" | "newline-missing" | "newline-extra" | "carriage-return"
 *   | "tab" | "trailing-spaces" | "same-letters" | "invisible" | "not-utf8"} Cause
 */

/**
 * Where two outputs first differ.
 * @typedef {object} Difference
 * @property {number} pos the byte, from 0
 * @property {number} line from 1
 * @property {number} column from 1, counted in code points
 * @property {string | null} want the line there in the text that was expected; null when that
 *   text has ended
 * @property {string | null} got the line there in the other
 * @property {Cause[]} causes
 * @property {string[]} codePoints the first that differ, as "U+0E4D", where both have one
 */

const CR = 0x0d;
const LF = 0x0a;
const TAB = 0x09;
/** Characters that take no room: zero-width space and joiners, soft hyphen, marks of direction. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;
/** What else does not show itself: control characters, other spaces, bytes that are no text. */
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u2000-\u200a\u2028\u2029\ufffd]/g;

/**
 * Compares two outputs.
 * @param {Uint8Array} want
 * @param {Uint8Array} got
 * @returns {Difference | null} null: they are the same, byte for byte
 */
export function compare(want, got) {
  const pos = firstDifference(want, got);
  if (pos < 0) return null;
  const start = lineStart(want, pos);
  const wantLine = lineAt(want, start, pos);
  const gotLine = lineAt(got, start, pos);
  const first = Math.min(charStart(want, pos), charStart(got, pos));
  return {
    pos,
    line: count(want, 0, start, (byte) => byte === LF) + 1,
    column: count(want, start, first, (byte) => !isContinuation(byte)) + 1,
    want: wantLine && decode(wantLine),
    got: gotLine && decode(gotLine),
    causes: [...ends(want, got, pos), ...lookAlike(want, got, pos, wantLine, gotLine)],
    codePoints: codePoints(want, got, first),
  };
}

/**
 * Draws what is not seen in a line, so that it can be seen: a carriage return, tabs, spaces at
 * its end, and characters that have no look of their own.
 * @param {string} line without its line feed
 */
export function draw(line) {
  return line
    .replace(/ +(?=\r?$)/, (spaces) => "␠".repeat(spaces.length))
    .replace(/\t/g, "␉")
    .replace(/\r/g, "␍")
    .replace(INVISIBLE, named)
    .replace(UNSEEN, named);
}

/** @param {string} character */
function named(character) {
  return `‹${nameOf(character.codePointAt(0) ?? 0)}›`;
}

/** @param {number} code */
function nameOf(code) {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * @param {Uint8Array} want
 * @param {Uint8Array} got
 * @returns {number} -1 when there is none
 */
function firstDifference(want, got) {
  const length = Math.min(want.length, got.length);
  for (let i = 0; i < length; i++) {
    if (want[i] !== got[i]) return i;
  }
  return want.length === got.length ? -1 : length;
}

/**
 * What is to be said of the ends, where one output is the other's beginning.
 * @param {Uint8Array} want
 * @param {Uint8Array} got
 * @param {number} pos
 * @returns {Cause[]}
 */
function ends(want, got, pos) {
  if (pos === got.length) return [isLastNewline(want, pos) ? "newline-missing" : "ends-early"];
  if (pos === want.length) return [isLastNewline(got, pos) ? "newline-extra" : "goes-on"];
  return [];
}

/**
 * @param {Uint8Array} bytes
 * @param {number} pos
 */
function isLastNewline(bytes, pos) {
  return pos === bytes.length - 1 && bytes[pos] === LF;
}

/**
 * In what way two lines differ that look alike.
 * @param {Uint8Array} want
 * @param {Uint8Array} got
 * @param {number} pos
 * @param {Uint8Array | null} wantLine
 * @param {Uint8Array | null} gotLine
 * @returns {Cause[]}
 */
function lookAlike(want, got, pos, wantLine, gotLine) {
  /** @type {Cause[]} */
  const causes = [];
  const bytes = [want[pos], got[pos]];
  if (bytes.includes(CR)) causes.push("carriage-return");
  if (bytes.includes(TAB)) causes.push("tab");
  if (!wantLine || !gotLine) return causes;
  if (![wantLine, gotLine].every(isUTF8)) return [...causes, "not-utf8"];
  const [one, other] = [decode(wantLine), decode(gotLine)];
  if (one === other) return causes;
  if (one.replace(/[ \t]+$/, "") === other.replace(/[ \t]+$/, "")) causes.push("trailing-spaces");
  else if (one.normalize("NFKC") === other.normalize("NFKC")) causes.push("same-letters");
  else if (one.replace(INVISIBLE, "") === other.replace(INVISIBLE, "")) causes.push("invisible");
  return causes;
}

/**
 * @param {Uint8Array} want
 * @param {Uint8Array} got
 * @param {number} first where a character begins in both
 */
function codePoints(want, got, first) {
  if (first >= want.length || first >= got.length) return [];
  return [want, got].map((bytes) => {
    const text = decode(bytes.subarray(first, first + 4));
    return nameOf(text.codePointAt(0) ?? 0);
  });
}

/**
 * Where the line begins that holds byte pos; a line feed belongs to the line that it ends.
 * @param {Uint8Array} bytes
 * @param {number} pos
 */
function lineStart(bytes, pos) {
  let start = Math.min(pos, bytes.length);
  while (start > 0 && bytes[start - 1] !== LF) start--;
  return start;
}

/**
 * The line that begins at start, without its line feed; null when the text ends before pos
 * would be in it.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} pos
 */
function lineAt(bytes, start, pos) {
  if (start === bytes.length && pos === start) return null;
  const end = bytes.indexOf(LF, start);
  return bytes.subarray(start, end < 0 ? bytes.length : end);
}

/**
 * Where the character begins that byte pos is in.
 * @param {Uint8Array} bytes
 * @param {number} pos
 */
function charStart(bytes, pos) {
  let start = pos;
  while (start > 0 && pos - start < 3 && isContinuation(bytes[start] ?? 0)) start--;
  return start;
}

/** @param {number} byte */
function isContinuation(byte) {
  return (byte & 0xc0) === 0x80;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 * @param {(byte: number) => boolean} wanted
 */
function count(bytes, from, to, wanted) {
  let n = 0;
  for (let i = from; i < to; i++) {
    if (wanted(bytes[i] ?? 0)) n++;
  }
  return n;
}

/** @param {Uint8Array} bytes */
function decode(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** @param {Uint8Array} bytes */
function isUTF8(bytes) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
