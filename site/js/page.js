// The page's script: makes its demos run, all with one engine.

import { makeGo } from "virtual:wasm-exec";

import { Engine } from "../embed/engine.js";
import { Demo } from "./demo.js";
import { keepPlace } from "./place.js";

/** A run takes some hundredths of a second; one that takes this long never ends. */
const TIMEOUT_MS = 30_000;

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
});
for (const element of document.querySelectorAll("section.demo")) {
  if (element instanceof HTMLElement) new Demo(element, engine, lang);
}
const otherLanguage = document.querySelector("a.lang-switch");
if (otherLanguage instanceof HTMLAnchorElement) keepPlace(otherLanguage);
