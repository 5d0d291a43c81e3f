// What the site is measured by, into scripts/bench/SITE.md: how long a reader waits for the first
// verdict, beside what a bare Go program takes to say hello; whether the page stays at hand
// meanwhile; and what Lighthouse says. It measures, and marks what was missed; it is no test.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";

import { chromium as settings } from "../playwright.config.js";
import { addHello } from "./hello.js";
import { judge } from "./lighthouse.js";
import { machine, median } from "./measure.js";
import { pages } from "./pages.js";
import { serve } from "./server.js";

/** @import { Browser, Page } from "@playwright/test" */

const ROUNDS = 15;
const TRACES = 5;
const TASK_MS = 50;
const RATIO = 1.5;
const EVERY_CUT_MS = 1000;

/**
 * Presses the first Run of the page and waits for the verdict, or for "hello"; both moments are
 * taken in the page.
 * @param {Page} page
 */
function press(page) {
  return page.locator("button.run").first().evaluate((button) => new Promise((resolve, reject) => {
    const status = button.closest("section")?.querySelector("[role=status]");
    if (!(status instanceof HTMLElement) || !(button instanceof HTMLElement)) {
      return reject(new Error("nothing to press"));
    }
    const begun = performance.now();
    const observer = new MutationObserver(() => {
      if (status.dataset.state === "failed") reject(new Error(status.textContent ?? ""));
      if (status.dataset.state !== "same") return;
      observer.disconnect();
      resolve(performance.now() - begun);
    });
    observer.observe(status, { childList: true, attributes: true, subtree: true });
    button.click();
  }));
}

/**
 * A page in a context of its own, where nothing is kept of any other.
 * @template T
 * @param {Browser} browser
 * @param {string} url
 * @param {(page: Page) => Promise<T>} use
 */
async function cold(browser, url, use) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  const result = await use(page);
  await context.close();
  return result;
}

/**
 * How long the page takes to recover the damaged log from each of its lengths, once the engine is
 * there, in milliseconds: from the press to the sentence that sums it up.
 * @param {Page} page
 */
async function everyCut(page) {
  const widget = page.locator("section.cuts");
  const run = () => widget.locator("button.run").evaluate((button) =>
    new Promise((resolve, reject) => {
      const status = button.closest("section")?.querySelector("[role=status]");
      if (!(status instanceof HTMLElement) || !(button instanceof HTMLElement)) {
        return reject(new Error("nothing to press"));
      }
      const begun = performance.now();
      new MutationObserver((_, observer) => {
        if (status.dataset.state === "failed") reject(new Error(status.textContent ?? ""));
        if (status.dataset.state === "running") return;
        observer.disconnect();
        resolve(performance.now() - begun);
      }).observe(status, { childList: true, attributes: true, subtree: true });
      button.click();
    }));
  await run(); // with the engine's coming
  return Number(await run());
}

/**
 * The longest task of the page's main thread from the click to the verdict, in milliseconds.
 * @param {Browser} browser
 * @param {Page} page
 */
async function longestTask(browser, page) {
  await browser.startTracing(page, { categories: ["devtools.timeline",
    "disabled-by-default-devtools.timeline", "toplevel"] });
  await press(page);
  await page.waitForTimeout(300); // what the verdict makes the browser do is part of the wait
  /** @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number,
   *   args?: { data?: { type?: string } } }} Event */
  const { traceEvents } = /** @type {{ traceEvents: Event[] }} */ (
    JSON.parse((await browser.stopTracing()).toString()));
  const click = traceEvents.find(({ name, args }) =>
    name === "EventDispatch" && args?.data?.type === "click");
  if (!click) throw new Error("the trace holds no click");
  const tasks = traceEvents.filter(({ name, ph, pid, tid, ts }) => ph === "X"
    && /RunTask$/.test(name) && pid === click.pid && tid === click.tid && ts >= click.ts - 1e5);
  if (tasks.length === 0) throw new Error("the trace holds no task");
  return Math.max(...tasks.map(({ dur = 0 }) => dur / 1000));
}

/** @typedef {[what: string, figure: string, reach: string, reached: boolean | null]} Row */

/**
 * @param {Browser} browser
 * @param {string} site
 * @param {string} chapter
 * @returns {Promise<Row[]>}
 */
async function waits(browser, site, chapter) {
  /** @type {Record<"verdict" | "hello" | "files", number[]>} */
  const times = { verdict: [], hello: [], files: [] };
  const urls = { verdict: site + chapter, hello: `${site}hello/fmt.html`,
    files: `${site}hello/hackpadfs.html` };
  for (let i = 0; i <= ROUNDS; i++) {
    for (const name of /** @type {const} */ (["hello", "verdict", "files"])) {
      const took = Number(await cold(browser, urls[name], press));
      if (i > 0) times[name].push(took); // the browser itself is cold in the first round
    }
  }
  /** @param {number[]} others */
  const ratio = (others) => median(times.verdict.map((ms, i) => ms / (others[i] ?? NaN)));
  const ms = (/** @type {number[]} */ all) => `${median(all).toFixed(0)} ms `
    + `(${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)})`;
  const beside = ratio(times.hello);
  return [
    ["from a cold click to the verdict", ms(times.verdict), "–", null],
    ["a bare Go page, from a cold click to “hello”", ms(times.hello), "–", null],
    ["the first as a multiple of the second", beside.toFixed(2), `at most ${RATIO}`,
      beside <= RATIO],
    ["a Go page with a file system in memory, to “hello”", ms(times.files), "–", null],
    ["the verdict as a multiple of that", ratio(times.files).toFixed(2), "–", null],
  ];
}

const site = await serve({ packed: true });
addHello(site);
const browser = await chromium.launch(settings.launchOptions);
const chapter = pages.find(({ path }) => path === "en/03-produce.html")?.path ?? "";
const rows = await waits(browser, site.url, chapter);
const tasks = [];
for (let i = 0; i < TRACES; i++) {
  tasks.push(await cold(browser, site.url + chapter, (page) => longestTask(browser, page)));
}
const recoveries = [];
for (let i = 0; i < TRACES; i++) {
  recoveries.push(await cold(browser, `${site.url}en/recovery.html`, everyCut));
}
const version = browser.version();
await browser.close();
rows.push(["longest task of the main thread, from that click on",
  `${median(tasks).toFixed(0)} ms (${Math.min(...tasks).toFixed(0)} to `
  + `${Math.max(...tasks).toFixed(0)})`, `at most ${TASK_MS} ms`, median(tasks) <= TASK_MS]);
rows.push(["recovering the damaged log from each of its 1,426 lengths, in the page",
  `${median(recoveries).toFixed(0)} ms (${Math.min(...recoveries).toFixed(0)} to `
  + `${Math.max(...recoveries).toFixed(0)})`, `under ${EVERY_CUT_MS} ms`,
  median(recoveries) < EVERY_CUT_MS]);
const judged = pages.filter(({ path }) => /^(en\/)?(|03-.*|primer\.html)$/.test(path));
for (const { path } of judged) {
  const { scores, shift, complaints } = await judge(site.url + path);
  const { performance, accessibility, "best-practices": practices } = scores;
  rows.push([`Lighthouse, \`/${path}\`: performance, accessibility, best practices`,
    `${performance}, ${accessibility}, ${practices} (layout shift ${shift.toFixed(3)})`,
    "98, 100, 100", performance >= 98 && accessibility === 100 && practices === 100]);
  for (const complaint of complaints) console.error(`/${path}: ${complaint}`);
}
await site.close();

const table = `# The site, measured

Made by \`make bench\`; nothing here is written by hand. The pages come from a server on the same
machine, packed with gzip; each cold click has a browser profile without a cache. Figures are
medians of ${ROUNDS} (tasks: ${TRACES}) with the least and the most; a ratio is the median of the
ratios of each round. The page measured is chapter 3 in English; its verdict compares every byte
of the demo's output with what the page shows. Lighthouse tests as on a phone with a slow network.

| what | figure | to reach | |
| --- | --- | --- | --- |
${rows.map(([what, figure, reach, reached]) => `| ${what} | ${figure} | ${reach} | `
    + `${reached === null ? "" : reached ? "reached" : "**missed**"} |`).join("\n")}

${machine({ browser: `Chromium ${version}` })}`;
writeFileSync(fileURLToPath(new URL("../../scripts/bench/SITE.md", import.meta.url)), table);
console.log(table);
