// Lighthouse on one page, in the Chromium of the tests.

import { createServer } from "node:net";

import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";

import { chromium as settings } from "../playwright.config.js";

const CATEGORIES = /** @type {const} */ (["performance", "accessibility", "best-practices"]);
/** Simulated slowness varies with what else the machine does: the median of so many runs. */
const RUNS = 3;

/** @returns {Promise<number>} a port that is free */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => typeof address === "object" && address ? resolve(address.port)
        : reject(new Error("no port")));
    });
  });
}

/**
 * @typedef {object} Judgement
 * @property {Record<(typeof CATEGORIES)[number], number>} scores of 100
 * @property {number} shift how far things moved while the page loaded
 * @property {string[]} complaints
 */

/**
 * Judges a page. Of several runs it gives the one in the middle, by performance.
 * @param {string} url
 * @returns {Promise<Judgement>}
 */
export async function judge(url) {
  /** @type {Judgement[]} */
  const runs = [];
  for (let i = 0; i < RUNS; i++) runs.push(await once(url));
  runs.sort((a, b) => a.scores.performance - b.scores.performance);
  const middle = runs[RUNS >> 1];
  if (!middle) throw new Error("no run");
  return middle;
}

/**
 * @param {string} url
 * @returns {Promise<Judgement>}
 */
async function once(url) {
  const port = await freePort();
  const { launchOptions } = settings;
  const browser = await chromium.launch({ ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`] });
  try {
    const result = await lighthouse(url, { port, logLevel: "error", output: "json",
      onlyCategories: [...CATEGORIES] });
    if (!result) throw new Error("Lighthouse gives nothing");
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(runtimeError.message);
    const score = (/** @type {string} */ name) => Math.round((categories[name]?.score ?? 0) * 100);
    const complaints = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.98)
      .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? audits[id]?.title}`);
    return {
      scores: { "performance": score("performance"), "accessibility": score("accessibility"),
        "best-practices": score("best-practices") },
      shift: audits["cumulative-layout-shift"]?.numericValue ?? NaN, complaints,
    };
  } finally {
    await browser.close();
  }
}
