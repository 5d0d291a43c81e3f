// The page for frames: one element, whose attributes stand in the page's address, as in
// embed.html#demo=dedup&seq=7..9. It is a classic script with the element in it, since a frame
// may be of no origin, where modules do not come.

import "./demo-classic.js";

import { KlogDemoElement } from "./element.js";

const NAMES = [...KlogDemoElement.observedAttributes, "timeout", "theme"]
  .filter((name) => name !== "base" && name !== "worker-url"); // no address leads to other files

const element = document.querySelector("klog-demo");
const scheme = document.querySelector("meta[name=color-scheme]");

/** Has the element be what the address says; it stays the same one. */
function take() {
  const given = new URLSearchParams(location.hash.slice(1));
  document.documentElement.lang = given.get("lang") ?? navigator.language; // theirs, unless said
  for (const name of NAMES) {
    const value = given.get(name);
    if (value === null) element?.removeAttribute(name);
    else element?.setAttribute(name, value);
  }
  const theme = given.get("theme") ?? "";
  scheme?.setAttribute("content", /^(light|dark)$/.test(theme) ? theme : "light dark");
}

element?.replaceChildren(); // what is said without this script
globalThis.addEventListener("hashchange", take);
take();
