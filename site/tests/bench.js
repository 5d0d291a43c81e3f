// How long a reader waits: from pressing Run to the verdict in the status line, in Chromium,
// with the worker alive. Prints a line a demo; it is no test.

import { chromium } from "@playwright/test";

import { chromium as settings } from "../playwright.config.js";
import { languages, demoOn, sizes } from "./fixture.js";
import { median } from "./measure.js";
import { serve } from "./server.js";

/** @import { Locator } from "@playwright/test" */
/** @import { Name } from "./fixture.js" */

const PRESSES = 30;
/** Runs before the first that counts: the browser compiles what turns out to be used much. */
const WARM_UP = 5;
/** What a reader does not notice. */
const AIM_MS = 50;

/**
 * Presses Run once and waits for the verdict; both moments are taken in the page.
 * @param {Locator} run
 * @param {string} verdict
 */
function press(run, verdict) {
  return run.evaluate((button, words) => new Promise((resolve, reject) => {
    const status = button.closest("section")?.querySelector("[role='status']");
    if (!status || !(button instanceof HTMLElement)) return reject(new Error("no status line"));
    const begun = performance.now();
    const observer = new MutationObserver(() => {
      if (status.textContent !== words) return;
      observer.disconnect();
      resolve(performance.now() - begun);
    });
    observer.observe(status, { childList: true, characterData: true, subtree: true });
    button.click();
  }), verdict);
}

/** @param {number} ms */
const round = (ms) => ms.toFixed(1).padStart(7);

const site = await serve();
const browser = await chromium.launch(settings.launchOptions);
const page = await browser.newPage();
console.log(`From Run to the verdict, worker alive, in ms; ${PRESSES} presses, `
  + `Chromium ${browser.version()}`);
console.log(`${"".padEnd(10)}${["first", "median", "least", "most"].map((word) =>
  word.padStart(7)).join("")}`);
for (const name of /** @type {Name[]} */ (Object.keys(sizes))) {
  await page.goto(`${site.url}en/demos.html`);
  const { run } = demoOn(page, "en", name);
  const verdict = languages.en.identical(sizes[name]);
  const first = await press(run, verdict);
  for (let i = 1; i < WARM_UP; i++) await press(run, verdict);
  /** @type {number[]} */
  const times = [];
  for (let i = 0; i < PRESSES; i++) times.push(await press(run, verdict));
  const figures = [first, median(times), Math.min(...times), Math.max(...times)];
  const over = median(times) > AIM_MS ? `  over the aim of ${AIM_MS}` : "";
  console.log(`${name.padEnd(10)}${figures.map(round).join("")}${over}`);
}
await browser.close();
await site.close();
