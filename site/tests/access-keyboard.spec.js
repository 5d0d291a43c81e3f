// The keyboard alone, from the front page to the last question: whatever has the focus on the way
// is in sight and says so.

import { expect } from "@playwright/test";

import { says as chapter } from "./chapter.js";
import { languages, test } from "./fixture.js";

/** @import { Locator, Page } from "@playwright/test" */

/** More than any page has between two places. */
const MOST = 400;

/**
 * Presses Tab until the wanted element has the focus.
 * @param {Page} page
 * @param {Locator} wanted
 */
async function tabTo(page, wanted) {
  const target = await wanted.elementHandle();
  for (let i = 0; i < MOST; i++) {
    await page.keyboard.press("Tab");
    const { found, fault } = await page.evaluate((element) => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return { found: false, fault: "" };
      const { left, top, right, bottom } = focused.getBoundingClientRect();
      const isInSight = right > 0 && bottom > 0
        && left < window.innerWidth && top < window.innerHeight;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const block = focused.querySelector("rect"); // a block of the rail is marked by its edge
      const isMarked = (outlineStyle !== "none" && parseFloat(outlineWidth) > 0)
        || (block !== null && parseFloat(getComputedStyle(block).strokeWidth) >= 3);
      const name = focused.outerHTML.slice(0, 100);
      const fault = isInSight ? "not marked" : "not in sight";
      return { found: focused === element,
        fault: isInSight && isMarked ? "" : `${name}: ${fault}` };
    }, target);
    expect.soft(fault).toBe("");
    if (found) return;
  }
  throw new Error(`Tab does not come to ${wanted}`);
}

for (const lang of /** @type {const} */ (["th", "en"])) {
  const words = languages[lang];
  const identical = lang === "th" ? /^ตรงกัน: [\d,]+ byte/ : /^Identical: [\d,]+ bytes/;

  test(`${lang}: the keyboard leads from the front page to the last question`,
    async ({ page, site }) => {
      test.slow();
      await page.goto(site.url + words.path);
      const main = page.getByRole("main");
      const run = main.getByRole("button", { name: words.run, exact: true });
      await tabTo(page, run.first());
      await page.keyboard.press("Enter");
      await expect(main.getByRole("status").first()).toHaveText(identical);
      await expect(run.first()).toBeFocused();

      await tabTo(page, page.locator('a[href$="03-produce.html"]:visible').last());
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/03-produce\.html$/);

      const picture = page.getByRole("main").getByRole("figure").filter({
        has: page.locator(".picture-steps") }).first();
      const place = picture.getByRole("status");
      await expect(picture.getByRole("button")).toHaveCount(4); // by the page's script
      const [first, , next] = await picture.getByRole("button").all();
      if (!first || !next) throw new Error("the picture has no buttons");
      await tabTo(page, first);
      const last = await place.innerText();
      await page.keyboard.press("Enter");
      await expect(place).not.toHaveText(last);
      const begin = await place.innerText();
      await tabTo(page, next);
      await page.keyboard.press("Enter");
      await expect(place).not.toHaveText(begin);
      await page.keyboard.press("ArrowLeft");
      await expect(place).toHaveText(begin);

      const part = main.locator("section.demo").first();
      await tabTo(page, part.getByRole("button", { name: words.run, exact: true }));
      await page.keyboard.press("Enter");
      await expect(part.getByRole("status")).toHaveText(identical);

      const quiz = main.getByRole("region", { name: chapter[lang].quiz }).last();
      await tabTo(page, quiz.getByRole("radio").first());
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowDown");
      await expect(quiz.getByRole("radio").nth(1)).toBeChecked();
      await tabTo(page, quiz.getByRole("button", { name: chapter[lang].check }));
      await page.keyboard.press("Enter");
      await expect(quiz.getByRole("status")).toHaveText(
        new RegExp(`^(${chapter[lang].right}|${chapter[lang].wrong})`));
    });
}

test("what has the focus is in sight also where one side is held beside the other",
  async ({ page, site }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    for (const { path } of Object.values(languages)) {
      await page.goto(`${site.url}${path}03-produce.html`);
      const runs = page.getByRole("button", { name: "Run", exact: true });
      expect(await runs.count()).toBeGreaterThan(5);
      for (const run of await runs.all()) {
        for (const from of ["top", "bottom"]) {
          await run.evaluate((button, side) => {
            window.scrollTo(0, side === "top" ? 0 : document.body.scrollHeight);
            if (button instanceof HTMLElement) button.focus();
          }, from);
          await expect(run).toBeInViewport();
          await run.blur();
        }
      }
      const held = page.locator(".part:not(.stands-still) > .holds-bottom");
      expect(await held.count()).toBeGreaterThan(0); // the others stay as they were
    }
  });
