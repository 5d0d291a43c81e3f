// Called in the page: which of its words can't be told from what is behind them.

/** Contrast of text, as WCAG 2.2 has it at level AA. */
export const TEXT = 4.5;

/**
 * @param {number} least contrast of ordinary text; large text needs two thirds of it
 * @returns {string[]} faults, in words
 */
export function faint(least) {
  /** @typedef {[number, number, number, number]} Ink red, green, blue, and how much of it covers */
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!canvas) throw new Error("no canvas");
  /** @type {Map<string, Ink>} */
  const known = new Map();
  const inkOf = (/** @type {string} */ css) => {
    const before = known.get(css);
    if (before) return before;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    /** @type {Ink} */
    const ink = [r, g, b, a / 255];
    known.set(css, ink);
    return ink;
  };
  /** @type {(over: Ink, under: Ink) => Ink} */
  const laid = ([r, g, b, a], [r0, g0, b0]) =>
    [r * a + r0 * (1 - a), g * a + g0 * (1 - a), b * a + b0 * (1 - a), 1];
  const light = (/** @type {Ink} */ [r, g, b]) => {
    const part = (/** @type {number} */ c) =>
      c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  /** @type {(one: Ink, other: Ink) => number} */
  const contrast = (one, other) => {
    const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  /** What is around an element, as it is drawn: elements too that have a tree of their own. */
  const around = (/** @type {Element} */ element) => {
    /** @type {Node & { host?: Element }} */
    const root = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? root.host ?? null;
  };
  const canvasColor = inkOf("Canvas");
  /** @type {(element: Element | null) => Ink} */
  const ground = (element) => {
    if (!element) return canvasColor;
    const { backgroundColor } = getComputedStyle(element);
    const ink = inkOf(backgroundColor);
    return ink[3] === 1 ? ink : laid(ink, ground(around(element)));
  };
  /** @type {(element: Element, svg: Element) => Ink} behind a text in a picture */
  const behind = (element, svg) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    let under = ground(svg);
    for (const shape of svg.querySelectorAll("rect, path, circle, polygon, text")) {
      if (shape === element) break; // what comes later lies above
      if (shape.tagName === "text" || shape.closest("defs")) continue;
      const at = shape.getBoundingClientRect();
      if (x < at.left || x > at.right || y < at.top || y > at.bottom) continue;
      const { fill, fillOpacity, opacity } = getComputedStyle(shape);
      if (!isSeen(shape) || fill === "none" || fill.startsWith("url(")) continue;
      const [r, g, b, a] = inkOf(fill);
      under = laid([r, g, b, a * Number(fillOpacity) * Number(opacity)], under);
    }
    return under;
  };
  const isSeen = (/** @type {Element} */ element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1
      && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };

  /** @type {Map<string, string>} */
  const faults = new Map();
  /** @type {Node[]} */
  const words = [];
  const gather = (/** @type {Node} */ root) => {
    const all = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      if (node instanceof Text) words.push(node);
      else if (node instanceof Element && node.shadowRoot) gather(node.shadowRoot);
    }
  };
  gather(document.documentElement);
  for (const node of words) {
    const element = node.parentElement;
    if (!element || (node.textContent ?? "").trim() === "" || !isSeen(element)) continue;
    if (element.closest("script, noscript, [disabled], [aria-disabled=true], .skip")) continue;
    const svg = element instanceof SVGElement ? element.closest("svg") : null;
    const { color, fill, fontSize, fontWeight } = getComputedStyle(element);
    const under = svg ? behind(element, svg) : ground(element);
    const ratio = contrast(laid(inkOf(svg ? fill : color), under), under);
    const size = parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    if (ratio >= (isLarge ? least * 2 / 3 : least) - 0.005) continue;
    const text = (node.textContent ?? "").trim().slice(0, 30);
    const kind = element.getAttribute("class") ?? "";
    const place = `<${element.tagName.toLowerCase()} class="${kind}">`;
    if (!faults.has(place)) faults.set(place, `${place} “${text}” has ${ratio.toFixed(2)} : 1`);
  }
  return [...faults.values()];
}
