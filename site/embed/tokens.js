// The element's colours, as custom properties of its host: each takes the page's word for it,
// --klog-ink before --_ink, and else the lesson site's own, in light or dark as its colour scheme
// is: the page's, as for a browser's own buttons in it, or the one that its theme asks for.

/**
 * A style sheet that sets colours on the host.
 * @param {string[]} names
 * @param {string} light hex digits of each, a space between
 * @param {string} dark likewise
 */
export function tokens(names, light, dark) {
  const [lights, darks] = [light.split(" "), dark.split(" ")];
  const set = (/** @type {(i: number) => string} */ colour) => names.map((name, i) =>
    `--_${name}:var(--klog-${name},${colour(i)})`).join(";");
  return `:host{${set((i) => `#${lights[i]}`)}}` // browsers of before 2024 know no other
    + `@supports(color:light-dark(red,red)){:host{${set((i) =>
      `light-dark(#${lights[i]},#${darks[i]})`)}}}`;
}

/** What the element itself needs, before anything was run. */
export const COLOURS = ["paper", "sheet", "ink", "soft", "indigo", "line", "same", "differs"];
export const LIGHT = "F6F8F7 FFFFFF 14202B 4A5966 24408E 7C8A93 0B6B4F A8320F";
export const DARK = "0F161C 151E26 E3EAEE A7B4BD A9BEF7 6C7B86 6FD6AE FFA37F";

/** What its views need besides: what is cut and lost, and who writes a byte. */
export const VIEW_COLOURS = ["cut", "framing", "broker", "producer", "crc", "time", "counts"];
export const VIEW_LIGHT = "9B1C4B E3E7EA FBE3B8 CFE0FB EBD6F7 D5EBDD F9D8D0";
export const VIEW_DARK = "FF9BBE 2C363E 4F3B10 1E3A63 47295A 1D4632 5A2B22";
