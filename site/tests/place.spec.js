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

test("read in the middle, then scrolled up for the switch: it leads to the same place",
  async ({ page, site }) => {
    await page.clock.install();
    await page.goto(`${site.url}03-produce.html`);
    await scroll(page, "differences");
    await page.clock.runFor(1500);
    await scroll(page, "");
    await page.clock.runFor(5000);
    await toOther(page).click();
    await expect(page).toHaveURL(`${site.url}en/03-produce.html#differences`);
  });

test("who stays at the top is led to the top", async ({ page, site }) => {
  await page.clock.install();
  await page.goto(`${site.url}en/03-produce.html`);
  await scroll(page, "differences");
  await page.clock.runFor(1500);
  await scroll(page, "");
  await page.clock.runFor(11_000);
  await toOther(page).click();
  await expect(page).toHaveURL(`${site.url}03-produce.html`);
});

test("who only passes by a place is not led to it", async ({ page, site }) => {
  await page.clock.install();
  await page.goto(`${site.url}en/03-produce.html`);
  await scroll(page, "differences");
  await page.clock.runFor(500);
  await scroll(page, "");
  await page.clock.runFor(2000);
  await toOther(page).click();
  await expect(page).toHaveURL(`${site.url}03-produce.html`);
});
