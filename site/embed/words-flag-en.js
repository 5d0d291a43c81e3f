// What is said in English of a flag that is wrong.

import { shortened } from "./format.js";

/** @param {string} flag with dashes */
export const invalid = (flag) => `Not run: ${flag} is wrong.`;

/**
 * What is wrong with a flag's value.
 * @param {string} kind
 * @param {string} found
 * @param {string} min
 * @param {string} max
 */
export function flagError(kind, found, min, max) {
  const shown = found === "" ? "Nothing is given here" : `“${shortened(found)}” can't be used`;
  switch (kind) {
    case "int": return `${shown}: a whole number from ${min} to ${max} is allowed.`;
    case "range": return `${shown}: A..B is allowed, with ${min} ≤ A ≤ B ≤ ${max}.`;
    default: return `${shown}.`;
  }
}
