// Called in the page: what of it does not fit the window, is cut off, too small to read or too
// small to press.

/**
 * @returns {string[]} faults, in words
 */
export function misfits() {
  /** @type {string[]} */
  const faults = [];
  const SLACK = 1; // pixels, of rounding
  const { clientWidth, scrollWidth, clientHeight } = document.documentElement;
  /** What is around an element, as it is drawn: elements too that have a tree of their own. */
  const around = (/** @type {Element} */ element) => {
    /** @type {Node & { host?: Element }} */
    const root = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? root.host ?? null;
  };
  /** @type {Node[]} all that is below the page's body */
  const all = [];
  const gather = (/** @type {Node} */ root) => {
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      all.push(node);
      if (node instanceof Element && node.shadowRoot) gather(node.shadowRoot);
    }
  };
  gather(document.body);
  const elements = all.filter((node) => node instanceof Element);
  const near = (/** @type {Element} */ element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> `
    + `“${(element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  const isSeen = (/** @type {Element} */ element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  if (scrollWidth > clientWidth) {
    faults.push(`the page is ${scrollWidth} px wide, the window ${clientWidth}`);
  }

  const lengthOf = (/** @type {Element | null} */ element) =>
    (element?.textContent ?? "").trim().length;
  // A link inside a sentence is as high as its line.
  const isInSentence = (/** @type {Element} */ element) => element.tagName === "A"
    && getComputedStyle(element).display === "inline" && element.closest("svg") === null
    && lengthOf(element.closest("p, li, td, th, dd, figcaption, summary")) > lengthOf(element);
  for (const element of elements) {
    if (!element.matches("a[href], button, input, summary, select")) continue;
    const { width, height } = element.getBoundingClientRect();
    if (!isSeen(element) || isInSentence(element) || element.matches(".skip:not(:focus)")) continue;
    if (width >= 24 && height >= 24) continue;
    // A label is pressed for its field.
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const box = label?.getBoundingClientRect();
    if (box && box.width >= 24 && box.height >= 24) continue;
    faults.push(`${near(element)} is ${width.toFixed(1)} × ${height.toFixed(1)} px to press`);
  }

  /** @type {(element: Element, box: DOMRect) => string} */
  const cutOff = (element, box) => {
    /** @type {Element | null} */
    let at = element;
    for (; at !== null && at !== document.body; at = around(at)) {
      const { overflowX, overflowY, position, display } = getComputedStyle(at);
      if (position === "fixed") return "";
      const edge = at.getBoundingClientRect();
      if (edge.width <= 1) return ""; // for screen readers alone
      if (overflowX === "auto" || overflowX === "scroll") {
        if (at.scrollWidth <= at.clientWidth) continue;
        return at instanceof HTMLElement && at.tabIndex >= 0 ? ""
          : `is in ${near(at)}, which scrolls and cannot be focused`;
      }
      const clips = display !== "inline" && overflowX !== "visible";
      if (clips && (box.right > edge.right + SLACK || box.left < edge.left - SLACK)) {
        return `is cut off at the side by ${near(at)}`;
      }
      if (display !== "inline" && overflowY !== "visible"
        && (box.bottom > edge.bottom + SLACK || box.top < edge.top - SLACK)) {
        return `is cut off above or below by ${near(at)}`;
      }
    }
    return box.left < -SLACK || box.right > clientWidth + SLACK ? "is outside the window" : "";
  };
  /** @type {Set<Element>} */
  const told = new Set();
  /** @type {string[]} */
  const small = [];
  for (const node of all) {
    const element = node instanceof Text ? node.parentElement : null;
    if (!element || told.has(element) || (node.textContent ?? "").trim() === "") continue;
    if (element.closest("script, noscript, .skip") || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const svg = element instanceof SVGElement ? element.closest("svg") : null;
    const boxes = svg ? [element.getBoundingClientRect()] : [...range.getClientRects()];
    const fault = boxes.filter(({ width }) => width > 0)
      .map((box) => cutOff(element, box)).find((text) => text !== "");
    const matrix = svg && element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
    const size = parseFloat(getComputedStyle(element).fontSize) * (matrix?.a ?? 1);
    if (size < 11.99) small.push(`${near(element)} in ${size.toFixed(1)} px`);
    if (!fault) continue;
    told.add(element);
    faults.push(`${near(element)} ${fault}`);
  }
  if (small.length > 0) faults.push(`${small.length} texts are small, the first: ${small[0]}`);

  for (const element of elements) {
    const { position } = getComputedStyle(element);
    if (position !== "sticky" && position !== "fixed") continue;
    const { height } = element.getBoundingClientRect();
    // What is taller than the window scrolls with the page: only a bar that stays hides anything.
    const stays = position === "fixed" || getComputedStyle(element).top !== "auto";
    if (stays && isSeen(element) && height > clientHeight / 3 && clientHeight < 400) {
      faults.push(`${near(element)} keeps ${height.toFixed(0)} of ${clientHeight} px for itself`);
    }
  }
  return faults;
}
