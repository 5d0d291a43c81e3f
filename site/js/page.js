// The page's script: makes its demos run, all with one engine.

import { makeGo } from "virtual:wasm-exec";

import { Engine } from "../embed/engine.js";
import { STALL_MS } from "../embed/patience.js";
import { Demo } from "./demo.js";
import { keepPlace } from "./place.js";

/** A run takes some hundredths of a second; one that takes this long never ends. */
const TIMEOUT_MS = 30_000;

// data-stall-ms: milliseconds without a byte after which loading fails; 0: never.
const { lang, dataset } = document.documentElement;
const absolute = (/** @type {string | undefined} */ path) =>
  new URL(path ?? "", document.baseURI).href;
const engine = new Engine({
  workerURL: absolute(dataset.worker),
  program: {
    url: absolute(dataset.wasm), size: Number(dataset.wasmSize), module: null, fresh: false,
  },
  makeGo,
  timeoutMs: TIMEOUT_MS,
  stallMs: Number(dataset.stallMs ?? STALL_MS),
});
for (const element of document.querySelectorAll("section.demo")) {
  try {
    if (element instanceof HTMLElement) new Demo(element, engine, lang);
  } catch (error) {
    reportError(error); // one demo that is broken is no reason to leave the others
  }
}
const otherLanguage = document.querySelector("a.lang-switch");
if (otherLanguage instanceof HTMLAnchorElement) keepPlace(otherLanguage);
