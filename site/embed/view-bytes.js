// The bytes of an output, sixteen a row: where each is in the output, in hex, and as ASCII.

import { make } from "./find.js";

/** @import { ViewWords } from "./view-words.js" */

const ROW = 16;
/** Where the hex digits and the characters of a row begin. */
const HEX = 10;
const ASCII = HEX + 3 * ROW + 1;

/**
 * Makes a dump that scrolls.
 * @param {Uint8Array} bytes
 * @param {number} start of the bytes in the output
 * @param {number | null} marked the byte that differs, of these or right behind; null: none does
 * @param {ViewWords} words
 * @param {string} lang
 */
export function dumpOf(bytes, start, marked, words, lang) {
  const dump = make("pre", "dump");
  dump.lang = "en";
  dump.translate = false;
  // The byte that differs may be the one behind the last.
  const rows = Math.ceil(Math.max(bytes.length, (marked ?? 0) + 1) / ROW);
  let plain = "";
  for (let i = 0; i < rows; i++) {
    const text = `${rowOf(bytes.subarray(i * ROW, (i + 1) * ROW), start + i * ROW)}\n`;
    const column = marked === null ? -1 : marked - i * ROW;
    if (column < 0 || column >= ROW) {
      plain += text;
      continue;
    }
    dump.append(plain, ...markedRow(text.trimEnd(), column), "\n");
    plain = "";
  }
  dump.append(plain);
  const region = make("div", "wide dump-box", dump);
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", words.bytesRegion);
  region.lang = lang;
  region.tabIndex = 0;
  return { region, mark: dump.querySelector("mark") };
}

/**
 * @param {Uint8Array} bytes
 * @param {number} pos
 */
function rowOf(bytes, pos) {
  const hex = [...bytes].map((byte, i) => `${hexOf(byte)}${i === ROW / 2 - 1 ? "  " : " "}`);
  const ascii = [...bytes].map((byte) =>
    byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0x20 ? " " : ".");
  return `${pos.toString(16).padStart(8, "0")}  ${hex.join("").padEnd(3 * ROW + 1)}`
    + `|${ascii.join("")}|`;
}

/** @param {number} byte */
export function hexOf(byte) {
  return byte.toString(16).padStart(2, "0");
}

/**
 * @param {string} text a row's
 * @param {number} column of the byte; where there is none, only its place is marked
 */
function markedRow(text, column) {
  const hex = HEX + 3 * column + (column >= ROW / 2 ? 1 : 0);
  const ascii = ASCII + 1 + column;
  const end = text.length - 1; // the stroke behind the characters
  const marked = (/** @type {number} */ from, /** @type {number} */ to) =>
    make("mark", "", text.slice(from, to));
  if (ascii >= end) return [text.slice(0, hex), marked(hex, hex + 2), text.slice(hex + 2)];
  return [text.slice(0, hex), marked(hex, hex + 2), text.slice(hex + 2, ascii),
    marked(ascii, ascii + 1), text.slice(ascii + 1)];
}
