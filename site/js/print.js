// Paper has no way to open what is closed: it is open while the page is printed.

import { allOf } from "../embed/find.js";

/** Opens what is closed before a print, and closes it again. */
export function openForPrint() {
  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  const open = () => {
    for (const each of allOf("details:not([open])")) {
      if (!(each instanceof HTMLDetailsElement)) continue;
      each.open = true;
      opened.push(each);
    }
  };
  const close = () => {
    for (const each of opened) each.open = false;
    opened = [];
  };
  window.addEventListener("beforeprint", open);
  window.addEventListener("afterprint", close);
  // A browser that only shows how paper would look tells no more than this.
  window.matchMedia("print").addEventListener("change", ({ matches }) =>
    matches ? open() : close());
}
