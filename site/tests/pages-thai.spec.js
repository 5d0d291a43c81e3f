// Known Thai lines look right in a screenshot: every vowel and tone mark stands on its own
// letter. A line is drawn as it is and without its marks; the ink by which the two differ is that
// of the marks, and it has to lie above or below the letters that they belong to. No picture is
// kept to compare with: that would hold one version of one font, where this holds whichever the
// machine has, and fails on what is really wrong (a font that puts marks beside their letters, or
// has none; letters that move because a mark takes a place of its own).

import { expect } from "@playwright/test";

import { openChapter } from "./chapter.js";
import { test } from "./seen.js";

/** @import { Locator, Page } from "@playwright/test" */

const ABOVE = "\u0e31\u0e34-\u0e37\u0e47-\u0e4e";
const BELOW = "\u0e38-\u0e3a";
/** Device pixels to one of CSS. */
const SCALE = 3;
/** How far a mark may reach beyond its letter, in widths of the letter. */
const REACH = 0.45;

/**
 * A letter with the marks that stand on it; places in CSS pixels, from the left of the picture.
 * @typedef {{ text: string, left: number, right: number }} Letter
 */

/**
 * Puts a text in place of the line's and says where its letters are.
 * @param {Locator} line
 * @param {string} text
 * @returns {Promise<{ letters: Letter[], top: number, bottom: number }>}
 */
function set(line, text) {
  return line.evaluate((element, { words, marks }) => {
    element.textContent = words;
    const node = element.firstChild;
    if (!node) throw new Error("no text");
    const box = element.getBoundingClientRect();
    const range = document.createRange();
    // Sara am is drawn over its letter too.
    const letters = [...words.matchAll(new RegExp(`[^][${marks}]*\u0e33?`, "g"))].map((found) => {
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const { left, right } = range.getBoundingClientRect();
      return { text: found[0], left: left - box.left, right: right - box.left };
    });
    range.selectNodeContents(node);
    if (range.getClientRects().length !== 1) throw new Error(`not one line: ${words}`);
    const { top, bottom } = range.getBoundingClientRect();
    return { letters, top: top - box.top, bottom: bottom - box.top };
  }, { words: text, marks: ABOVE + BELOW });
}

/**
 * The places where two pictures of the line differ, in CSS pixels.
 * @param {Page} page
 * @param {Buffer[]} pictures
 */
function difference(page, pictures) {
  return page.evaluate(async ({ coded, scale }) => {
    const [one, other] = await Promise.all(coded.map(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const { width, height } = bitmap;
      const canvas = new OffscreenCanvas(width, height).getContext("2d");
      canvas?.drawImage(bitmap, 0, 0);
      return canvas?.getImageData(0, 0, width, height);
    }));
    if (!one || !other) throw new Error("no picture");
    /** @type {{ x: number, y: number }[]} */
    const places = [];
    for (let y = 0; y < Math.min(one.height, other.height); y++) {
      for (let x = 0; x < Math.min(one.width, other.width); x++) {
        const at = (y * one.width + x) * 4;
        const to = (y * other.width + x) * 4;
        const apart = [0, 1, 2].map((i) =>
          Math.abs((one.data[at + i] ?? 0) - (other.data[to + i] ?? 0)));
        if (Math.max(...apart) > 60) places.push({ x: x / scale, y: y / scale });
      }
    }
    return places;
  }, { coded: pictures.map((picture) => picture.toString("base64")), scale: SCALE });
}

/**
 * What is wrong with a line: marks that no letter wears, letters that lack theirs.
 * @param {Page} page
 * @param {Locator} line
 * @param {string} text
 * @param {string} [drawn] another text to draw in its place
 */
async function faultsOf(page, line, text, drawn = text) {
  const plain = await set(line, text.replace(new RegExp(`[${ABOVE}${BELOW}]`, "g"), ""));
  const unmarked = await line.screenshot();
  const whole = await set(line, text);
  await set(line, drawn);
  const ink = await difference(page, [await line.screenshot(), unmarked]);
  /** @type {string[]} */
  const faults = [];
  for (const [i, { text: cluster, left }] of whole.letters.entries()) {
    if (Math.abs(left - (plain.letters[i]?.left ?? NaN)) > 0.6) faults.push(`${cluster} moved`);
  }
  const middle = (whole.top + whole.bottom) / 2;
  const wearers = whole.letters.filter((letter) =>
    new RegExp(`[${ABOVE}${BELOW}]`).test(letter.text));
  const isOn = (/** @type {{ x: number }} */ { x }, /** @type {Letter} */ { left, right }) => {
    const reach = (right - left) * REACH;
    return x >= left - reach && x <= right + reach;
  };
  for (const letter of wearers) {
    const own = ink.filter((place) => isOn(place, letter));
    for (const [marks, isAbove] of /** @type {const} */ ([[ABOVE, true], [BELOW, false]])) {
      if (!new RegExp(`[${marks}]`).test(letter.text)) continue;
      const there = own.filter(({ y }) => y < middle === isAbove);
      if (there.length < SCALE) faults.push(`${letter.text} lacks a mark`);
    }
  }
  const strays = ink.filter((place) => !wearers.some((letter) => isOn(place, letter)));
  if (strays.length > ink.length / 50) faults.push(`${strays.length} of ${ink.length} stray`);
  return faults;
}

/**
 * A line in the type of an element of the page.
 * @param {Page} page
 * @param {Locator} like
 */
async function lineLike(page, like) {
  await like.evaluate((element) => {
    const { font } = getComputedStyle(element);
    const line = document.createElement("div");
    line.id = "known-line";
    line.lang = "th";
    Object.assign(line.style, { font, position: "fixed", left: "0", top: "0", zIndex: "9",
      whiteSpace: "nowrap", padding: "8px", background: "Canvas", color: "CanvasText" });
    document.querySelector("#known-line")?.remove();
    document.body.append(line);
  });
  return page.locator("#known-line");
}

test("in known Thai lines every mark stands on its letter", async ({ look, site }) => {
  const page = await look({ width: 1280, height: 720, scale: SCALE });
  const { main, section } = await openChapter({ page, site }, "th");
  const known = "ผู้ส่งจดที่นี่ · น้ำปี่ของญาติ · ก่อน → หลัง · ท้าย file ที่ขาด";
  // Each mark on the letter after its own: the word looks misspelt.
  const misspelt = known.replace(new RegExp(`([${ABOVE}${BELOW}]+)([ก-ฮ])`, "g"), "$2$1");
  for (const [name, like] of Object.entries({
    "a heading": main.getByRole("heading", { level: 1 }),
    "a sentence of the output": section(/ตรวจความยาว/).locator(".line .text").last(),
    "a table of the output": section(/broker เป็นคนแจก/).locator(".table .text").first(),
    "the page's code": main.locator("code").first(),
  })) {
    const line = await lineLike(page, like);
    expect.soft(await faultsOf(page, line, known), name).toEqual([]);
    expect.soft(await faultsOf(page, line, known, misspelt), `${name}, misspelt`).not.toEqual([]);
  }
});
