// An output as bytes and its sections, each begun by its "== … ==" line: one blank line stands
// between two sections and a line feed at the end.

const LF = 0x0a;

/** @typedef {{ id: string, bytes: Uint8Array }} SectionBytes */

/**
 * Cuts an output into its sections, as they stand in its bytes.
 * @param {Uint8Array} bytes
 * @param {string[]} ids of the sections, in their order
 * @returns {SectionBytes[]} as many as there are; one without a name has the id ""
 */
export function cut(bytes, ids) {
  /** @type {SectionBytes[]} */
  const sections = [];
  let start = 0;
  while (start < bytes.length) {
    let end = start;
    while (end < bytes.length && !(bytes[end] === LF && bytes[end + 1] === LF)) end++;
    const isLast = end === bytes.length;
    const stop = isLast && bytes[end - 1] === LF ? end - 1 : end;
    sections.push({ id: ids[sections.length] ?? "", bytes: bytes.subarray(start, stop) });
    start = end + 2;
  }
  return sections;
}

/**
 * Puts sections together to the bytes of the whole output.
 * @param {Uint8Array[]} sections
 */
export function whole(sections) {
  const size = sections.reduce((sum, section) => sum + section.length + 2, 0) - 1;
  const bytes = new Uint8Array(Math.max(size, 0)).fill(LF);
  let at = 0;
  for (const section of sections) {
    bytes.set(section, at);
    at += section.length + 2;
  }
  return bytes;
}

/**
 * What became of a line of the golden output in a run.
 * @typedef {object} Pair
 * @property {number | null} golden index of the golden line; null: the run printed one more
 * @property {number | null} own index of the run's line; null: the run did not print it
 */

/**
 * Pairs the lines of a golden section with those that a run printed in its place. Lines are
 * matched by the id of their kind, the first with the first and so on; what one side has more
 * of stands alone, in order.
 * @param {string[]} golden ids
 * @param {string[]} own ids
 * @returns {Pair[]}
 */
export function pair(golden, own) {
  const [left, right] = [numbered(golden), numbered(own)];
  const table = commonLengths(left, right);
  /** @type {Pair[]} */
  const pairs = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && left[i] === right[j]) pairs.push({ golden: i++, own: j++ });
    else if (j === right.length || i < left.length && at(table, i + 1, j) >= at(table, i, j + 1)) {
      pairs.push({ golden: i++, own: null });
    } else pairs.push({ golden: null, own: j++ });
  }
  return pairs;
}

/**
 * Tells lines of one kind apart: "row" is "row 0", "row 1" and so on.
 * @param {string[]} ids
 */
function numbered(ids) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return ids.map((id) => {
    const n = seen.get(id) ?? 0;
    seen.set(id, n + 1);
    return `${id} ${n}`;
  });
}

/**
 * The length of the longest common subsequence of left from i on and right from j on.
 * @param {string[]} left
 * @param {string[]} right
 */
function commonLengths(left, right) {
  const table = Array.from({ length: left.length + 1 }, () => new Array(right.length + 1).fill(0));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const row = /** @type {number[]} */ (table[i]);
      row[j] = left[i] === right[j]
        ? at(table, i + 1, j + 1) + 1
        : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

/**
 * @param {number[][]} table
 * @param {number} i
 * @param {number} j
 */
function at(table, i, j) {
  return table[i]?.[j] ?? 0;
}
