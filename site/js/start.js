// Makes a page's things run, all with one engine.

import { allOf } from "../embed/find.js";
import { STALL_MS } from "../embed/patience.js";
import { keepBeside } from "./beside.js";
import { contextOf } from "./call.js";
import { Demo } from "./demo.js";
import { addClearing } from "./foot.js";
import { addLate } from "./late-button.js";
import { LateEngine } from "./late.js";
import { takePictures } from "./picture.js";
import { keepPlace } from "./place.js";
import { Predict } from "./predict.js";
import { sayPrice } from "./price.js";
import { openForPrint } from "./print.js";
import { Progress } from "./progress.js";
import { Quiz } from "./quiz.js";
import { addSaving } from "./save.js";

/** @import { Context } from "./call.js" */

/**
 * The widgets of a kind of page, by the classes of their sections.
 * @typedef {{ [name: string]: new (element: HTMLElement, context: Context) => unknown }} Widgets
 */

/** A run takes some hundredths of a second; one that takes this long never ends. */
const TIMEOUT_MS = 30_000;

/**
 * Makes the page run.
 * @param {Widgets} widgets
 * @param {typeof contextOf} [contextFor] of a page that knows better what belongs into it
 */
export function start(widgets, contextFor = contextOf) {
  // data-stall-ms: milliseconds without a byte after which loading fails; 0: never.
  const { lang, dataset } = document.documentElement;
  const absolute = (/** @type {string | undefined} */ path) =>
    new URL(path ?? "", document.baseURI).href;
  const engine = new LateEngine(absolute(dataset.engine), {
    workerURL: absolute(dataset.worker),
    program: {
      url: absolute(dataset.wasm), size: Number(dataset.wasmSize), module: null, fresh: false,
    },
    timeoutMs: TIMEOUT_MS,
    stallMs: Number(dataset.stallMs ?? STALL_MS),
  });
  const root = new URL(dataset.root || ".", document.baseURI).pathname;
  const context = contextFor(engine, lang, new Progress(root, dataset.build ?? ""), pageName());

  /** @type {Map<string, HTMLElement[]>} */
  const demos = new Map();
  for (const element of allOf("section.demo")) {
    const name = element.dataset.demo ?? "";
    demos.set(name, [...demos.get(name) ?? [], element]);
  }
  for (const [name, elements] of demos) whole(() => new Demo(name, elements, context));
  for (const element of allOf("section.quiz")) whole(() => new Quiz(element, context));
  for (const element of allOf("section.predict")) whole(() => new Predict(element, context));
  for (const [name, Widget] of Object.entries(widgets)) {
    for (const element of allOf(`section.${name}`)) whole(() => new Widget(element, context));
  }
  whole(() => takePictures(allOf("figure.picture"), context));
  for (const foot of allOf(".colophon")) {
    addClearing(foot, context);
    whole(() => addSaving(foot, context));
    whole(() => addLate(foot, context, dataset.yours, context.words.yours));
  }
  sayPrice(context);
  openForPrint();
  keepBeside();
  const otherLanguage = document.querySelector("a.lang-switch");
  if (otherLanguage instanceof HTMLAnchorElement) keepPlace(otherLanguage);
}

/**
 * Makes one thing of the page work; one that is broken is no reason to leave the others.
 * @param {() => unknown} deed
 */
function whole(deed) {
  try {
    deed();
  } catch (error) {
    reportError(error);
  }
}

/** The page's name, which it has in both languages. */
function pageName() {
  const file = location.pathname.split("/").pop() ?? "";
  return file.replace(/\.html$/, "") || "index";
}
