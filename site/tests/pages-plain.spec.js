// Scripts are off: everything but the running is in the HTML, to be read. The page is looked at
// once, by one function called in it: what waits for something waits for ever in a Firefox whose
// scripts are off.

import { expect } from "@playwright/test";

import { golden } from "./dist.js";
import { pages } from "./pages.js";
import { test } from "./seen.js";

const printed = ["03-produce.txt", "07-idem.txt", "recovery.txt"]
  .map((name) => golden(name).toString()).join("\n").split("\n");

/**
 * Called in the page: what is missing there.
 * @param {string[]} goldenLines
 */
function missing(goldenLines) {
  /** @type {string[]} */
  const faults = [];
  const all = (/** @type {string} */ selector, /** @type {ParentNode} */ below = document) =>
    [...below.querySelectorAll(selector)];
  const isSeen = (/** @type {Element} */ element) => {
    const range = document.createRange(); // a row of a table may have no box of its own
    range.selectNodeContents(element);
    return range.getClientRects().length > 0
      && getComputedStyle(element).visibility === "visible";
  };
  const near = (/** @type {Element} */ element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> `
    + `“${(element.textContent ?? "").trim().slice(0, 60)}”`;
  /** @type {(elements: Element[], least: number, what: string) => void} */
  const want = (elements, least, what) => {
    if (elements.length < least) faults.push(`${elements.length} of ${least}: ${what}`);
    for (const element of elements) {
      const isEmpty = (element.textContent ?? "").trim() === "";
      if (isEmpty || !isSeen(element)) faults.push(`not to be read: ${what}: ${near(element)}`);
    }
  };
  for (const details of all("details")) {
    if (details.querySelector("summary") === null) faults.push(`no summary: ${near(details)}`);
    details.setAttribute("open", ""); // as pressing it does, without any script of the page's
  }
  const isEnglish = document.documentElement.lang === "en";
  const sections = all(".golden-section");
  for (const section of sections) {
    const lines = all(".line .text", section);
    want(lines, 2, "golden lines");
    const glosses = all(".line .gloss", section);
    if (isEnglish) want(glosses, 2, "glosses");
    for (const { textContent } of lines) {
      if (!goldenLines.includes((textContent ?? "").trimEnd())) {
        faults.push(`no golden line: ${textContent}`);
      }
    }
    if (section.closest("section.demo") === null) faults.push(`of no demo: ${near(section)}`);
  }
  if (sections.length > 0) want(all("noscript .no-script").slice(0, 1), 1, "that scripts are off");
  want(all("main :is(h1, h2, h3), main p").filter((element) =>
    !element.matches(":is(.plug-live, .lose-live, .cut-live, .http-live, .controls) *")), 3,
  "headings and words");
  for (const picture of all("figure.picture")) {
    const steps = all(".picture-steps li", picture);
    want(steps, 3, "a picture's steps");
    want(all("figcaption", picture), 1, "a picture's question");
    want(all("svg text", picture), 3, "a picture's texts");
    const said = picture.querySelector(".picture-said")?.textContent ?? "";
    if (said !== steps.at(-1)?.textContent) faults.push(`not its last step: ${near(picture)}`);
  }
  for (const quiz of all("section.quiz")) {
    const { length } = all(".quiz-answer", quiz);
    for (const part of [".quiz-text", ".quiz-mark", ".quiz-feedback"]) {
      want(all(part, quiz), Math.max(2, length), `a quiz's ${part}`);
    }
  }
  for (const predict of all("section.predict")) {
    want(all(".predict-value strong", predict), 1, "the answer to be guessed");
    want(all(".predict-answer p", predict), 2, "why it is that");
  }
  for (const lose of all("section.lose")) {
    want(all("details tbody :is(th, td)", lose), 40, "the lost arrows' tables");
  }
  for (const cut of all("section.cut")) {
    want(all("details tbody :is(th, td)", cut), 60, "the cuts' table");
    want(all(".status", cut), 1, "what the cut that is drawn comes to");
  }
  for (const cuts of all("section.cuts")) {
    want(all("details tbody :is(th, td)", cuts), 28, "every cut's table");
  }
  for (const plug of all("section.plug")) {
    want(all(".plug-all tbody :is(th, td)", plug), 60, "the plug's table");
    want(all(".plug-all .plug-bad", plug), 1, "the bad cell");
  }
  for (const http of all("section.http")) {
    want(all("details tbody :is(th, td)", http), 24, "the answers' table");
  }
  for (const field of all("main button, main input")) {
    const { width } = field.getBoundingClientRect();
    if (width > 0 && !field.matches(":disabled, .exact input")) {
      faults.push(`does nothing: ${near(field)}`);
    }
  }
  return faults;
}

test("every page is all there without scripts", async ({ look, site }) => {
  const page = await look({ noScripts: true });
  for (const { path } of pages) {
    await page.goto(site.url + path);
    expect.soft(await page.evaluate(missing, printed), `/${path}`).toEqual([]);
  }
});
