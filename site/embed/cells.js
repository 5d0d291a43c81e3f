// A row of a table that a run printed, cut into cells as the golden row beside it is, so that
// both stand in the same columns.

import { draw } from "./verdict.js";

/** One cell and the blanks before it; a single blank stays inside a cell. */
const CELL = / *\S+(?: \S+)*/g;

/**
 * The row's text as spans, pads and cells; null when the golden line is no row of a table, or
 * when the text does not cut into as many cells.
 * @param {HTMLElement} golden
 * @param {string} text
 * @returns {HTMLElement[] | null}
 */
export function cellsLike(golden, text) {
  const models = [...golden.querySelectorAll(".cell")];
  const found = text.match(CELL) ?? [];
  if (models.length === 0 || found.length < models.length || found.join("") !== text) return null;
  const rest = found.splice(models.length - 1).join("");
  return [...found, rest].flatMap((piece, i) => {
    const blanks = piece.length - piece.trimStart().length;
    return [
      span("pad", piece.slice(0, blanks)),
      span(models[i]?.className ?? "cell", draw(piece.slice(blanks)), "cell"),
    ];
  });
}

/**
 * @param {string} className
 * @param {string} text
 * @param {string} [role]
 */
function span(className, text, role) {
  const made = document.createElement("span");
  made.className = className;
  made.textContent = text;
  if (role) made.setAttribute("role", role);
  return made;
}
