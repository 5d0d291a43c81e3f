// The way to the other language leads to where the reader was.

import { expect } from "@playwright/test";

import { test } from "./fixture.js";

/** @import { Page } from "@playwright/test" */

/**
 * Scrolls, and waits until the page knows.
 * @param {Page} page
 * @param {string} id "": to the top
 */
const scroll = (page, id) => page.evaluate((to) => new Promise((resolve) => {
  window.addEventListener("scroll", () => resolve(null), { once: true });
  if (to) document.getElementById(to)?.scrollIntoView();
  else scrollTo(0, 0);
}), id);

/** @param {Page} page */
const toOther = (page) => page.locator("a.lang-switch");

for (const [what, from, readMs, topMs, to] of /** @type {const} */ ([
  ["read in the middle, then scrolled up for the switch: it leads to the same place",
    "03-produce.html", 1500, 5000, "en/03-produce.html#differences"],
  ["who stays at the top is led to the top",
    "en/03-produce.html", 1500, 11_000, "03-produce.html"],
  ["who came by a link to a place and stays at the top is led to the top",
    "en/03-produce.html#acks", 1500, 11_000, "03-produce.html"],
  ["who only passes by a place is not led to it",
    "en/03-produce.html", 500, 2000, "03-produce.html"],
])) {
  test(what, async ({ page, site }) => {
    await page.clock.install();
    await page.goto(site.url + from);
    await scroll(page, "differences");
    await page.clock.runFor(readMs);
    await scroll(page, "");
    await page.clock.runFor(topMs);
    await toOther(page).click();
    await expect(page).toHaveURL(site.url + to);
  });
}
