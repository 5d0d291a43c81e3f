// The bytes of an output, sixteen a row: where each is in the output, in hex, and as ASCII.

import { make } from "../js/find.js";

/** @import { ViewWords } from "./view-words.js" */

const ROW = 16;
/** Where the hex digits and the characters of a row begin. */
const HEX = 10;
const ASCII = HEX + 3 * ROW + 1;

/**
 * Makes a dump that scrolls.
 * @param {Uint8Array} bytes
 * @param {number} start of the bytes in the output
 * @param {number | null} marked the byte that differs, of these; null: none does
 * @param {ViewWords} words
 * @param {string} lang
 */
export function dumpOf(bytes, start, marked, words, lang) {
  const dump = make("pre", "dump");
  dump.lang = "en";
  dump.translate = false;
  /** @type {HTMLElement | null} */
  let row = null;
  const rows = Math.max(1, Math.ceil(bytes.length / ROW));
  let plain = "";
  for (let i = 0; i < rows; i++) {
    const text = `${rowOf(bytes.subarray(i * ROW, (i + 1) * ROW), start + i * ROW)}\n`;
    const column = marked === null ? -1 : marked - i * ROW;
    // Behind the last byte, the mark is at the end of the last row.
    const isHere = column >= 0 && (column < ROW || i === rows - 1);
    if (!isHere) {
      plain += text;
      continue;
    }
    row = markedRow(text.padEnd(ASCII), Math.min(column, ROW - 1));
    dump.append(plain, row, "\n");
    plain = "";
  }
  dump.append(plain);
  const region = make("div", "wide dump-box", dump);
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", words.bytesRegion);
  region.lang = lang;
  region.tabIndex = 0;
  return { region, row };
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
 * @param {string} text
 * @param {number} column of the byte
 */
function markedRow(text, column) {
  const at = HEX + 3 * column + (column >= ROW / 2 ? 1 : 0);
  const end = text.trimEnd();
  const char = ASCII + 1 + column;
  const isThere = char < end.length - 1;
  return make("span", "dump-row", text.slice(0, at), make("mark", "", text.slice(at, at + 2)),
    ...isThere ? [end.slice(at + 2, char), make("mark", "", end.slice(char, char + 1)),
      end.slice(char + 1)] : [end.slice(at + 2)]);
}
