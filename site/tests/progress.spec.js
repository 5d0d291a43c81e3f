// What a reader did is there again after the page was left, in this browser alone, until it is
// cleared; where nothing can be stored, everything works all the same.

import { expect } from "@playwright/test";

import { openChapter, says, sections } from "./chapter.js";
import { languages, sizes, test } from "./fixture.js";
import { edited, gate } from "./server.js";

/** @import { Page } from "@playwright/test" */

const CHAPTER = /03-produce\.html$/;

/** @param {Page} page */
const solid = (page) => page.locator("nav.rail .rail-block[data-state=same]");

/**
 * Runs the chapter's demo, answers its first question, and guesses.
 * @param {Awaited<ReturnType<typeof openChapter>>} chapter
 * @param {"th" | "en"} lang
 */
async function work(chapter, lang) {
  const part = chapter.part(/12 byte แรก/);
  await part.run.click();
  await expect(part.status).toHaveText(languages[lang].identical(sizes.produce));
  const quiz = chapter.quizzes.first();
  await quiz.getByRole("radio").nth(1).check();
  await quiz.getByRole("button", { name: says[lang].check }).click();
  await expect(quiz.getByRole("status")).not.toBeEmpty();
  const predict = chapter.predicts.first();
  await predict.getByLabel(says[lang].guess).fill("987654321");
  await predict.getByRole("button", { name: says[lang].runGuess }).click();
  await expect(predict.getByRole("status")).toHaveText(says[lang].guessed);
}

/**
 * Says that nothing is left of it.
 * @param {Page} page
 * @param {Awaited<ReturnType<typeof openChapter>>} chapter
 * @param {"th" | "en"} lang
 */
async function isBlank(page, chapter, lang) {
  await expect(solid(page)).toHaveCount(0);
  for (const [title, bytes] of sections) {
    await expect(chapter.section(title)).toContainText(says[lang].notRun(bytes));
  }
  await expect(chapter.quizzes.first().getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(chapter.quizzes.first().getByRole("status")).toBeEmpty();
  await expect(chapter.predicts.first().getByLabel(says[lang].guess)).toHaveValue("");
  await expect(chapter.predicts.first().getByRole("status")).toBeEmpty();
}

for (const lang of /** @type {const} */ (["th", "en"])) {
  const words = says[lang];

  test(`${lang}: it is there after a reload, and gone once it was cleared`,
    async ({ page, site }) => {
      const chapter = await openChapter({ page, site }, lang);
      await isBlank(page, chapter, lang);
      await work(chapter, lang);
      await page.reload();
      await expect(solid(page)).toHaveCount(sections.length);
      for (const [title, bytes] of sections) {
        await expect(chapter.section(title)).toContainText(words.before(bytes));
      }
      const quiz = chapter.quizzes.first();
      await expect(quiz.getByRole("radio").nth(1)).toBeChecked();
      await expect(quiz.getByRole("status")).toContainText(
        new RegExp(`^(${words.right}|${words.wrong})`));
      const predict = chapter.predicts.first();
      await expect(predict.getByLabel(words.guess)).toHaveValue("987654321");
      await expect(predict.getByRole("status")).toHaveText(words.guessed);

      await chapter.clear.click();
      const foot = page.getByRole("contentinfo");
      await expect(foot.getByRole("status")).toHaveText(words.cleared);
      await expect(chapter.clear).toBeFocused();
      await isBlank(page, chapter, lang);
      await page.reload();
      await isBlank(page, chapter, lang);
    });
}

test("a guess that is being checked when all is cleared comes to nothing",
  async ({ page, site }) => {
    const program = gate();
    site.spoil(/\.wasm$/, program.hold);
    const chapter = await openChapter({ page, site }, "en");
    const predict = chapter.predicts.first();
    await predict.getByLabel(says.en.guess).fill("987654321");
    await predict.getByLabel(says.en.guess).press("Enter");
    await expect(predict.getByRole("status")).toHaveText("Loading the engine …");
    await chapter.clear.click();
    await isBlank(page, chapter, "en");
    program.letGo();
    await chapter.predicts.nth(1).getByLabel(says.en.guess).fill("987654321");
    await chapter.predicts.nth(1).getByLabel(says.en.guess).press("Enter"); // comes after it
    await expect(chapter.predicts.nth(1).getByRole("status")).toHaveText(says.en.guessed);
    await isBlank(page, chapter, "en");
    await page.reload();
    await isBlank(page, chapter, "en");
  });

test("what one window clears goes from the others, and does not come back from them",
  async ({ page, site, context }) => {
    const chapter = await openChapter({ page, site }, "en");
    await work(chapter, "en");
    const other = await context.newPage();
    const beside = await openChapter({ page: other, site }, "th");
    await expect(solid(other)).toHaveCount(sections.length);
    await chapter.clear.click();
    await isBlank(other, beside, "th");
    const quiz = beside.quizzes.nth(1);
    await quiz.getByRole("radio").first().check();
    await quiz.getByRole("button", { name: says.th.check }).click();
    await page.reload();
    await expect(chapter.quizzes.nth(1).getByRole("radio").first()).toBeChecked();
    await isBlank(page, chapter, "en");
  });

test("both languages share it", async ({ page, site }) => {
  await work(await openChapter({ page, site }, "th"), "th");
  const chapter = await openChapter({ page, site }, "en");
  await expect(solid(page)).toHaveCount(sections.length);
  await expect(chapter.predicts.first().getByRole("status")).toHaveText(says.en.guessed);
});

test("a section that differs is no longer one that was reproduced", async ({ page, site }) => {
  const chapter = await openChapter({ page, site }, "en");
  const part = chapter.part(/12 byte แรก/);
  await part.run.click();
  await expect(part.status).toHaveText(languages.en.identical(sizes.produce));
  site.spoil(CHAPTER, edited("ความยาว file หลังตัด 1278<", "ความยาว file หลังตัด 1279<"));
  await page.reload();
  await part.run.click();
  await expect(part.status).toContainText("Differs from the golden output");
  await page.reload();
  await expect(solid(page)).toHaveCount(sections.length - 1);
  await expect(chapter.section(/ท้าย file ที่ขาด/)).toContainText(says.en.notRun("1,124"));
});

test("another build has reproduced nothing yet, but answers stay", async ({ page, site }) => {
  await work(await openChapter({ page, site }, "en"), "en");
  site.spoil(CHAPTER, edited(/data-build="[^"]*"/, 'data-build="another"'));
  const chapter = await openChapter({ page, site }, "en");
  await expect(chapter.quizzes.first().getByRole("radio").nth(1)).toBeChecked();
  await expect(solid(page)).toHaveCount(0);
  await expect(chapter.predicts.first().getByRole("status")).toBeEmpty();
});

test("two sites of one origin do not share it: the key carries the site's path",
  async ({ page, site }) => {
    await work(await openChapter({ page, site }, "en"), "en");
    const keys = await page.evaluate(() => Object.keys(localStorage));
    expect(keys).toEqual(["kaen-log /"]);
    site.spoil(CHAPTER, edited('data-root="../"', 'data-root="./"'));
    const chapter = await openChapter({ page, site }, "en");
    await isBlank(page, chapter, "en");
  });

/** @type {[string, () => void, isStored: boolean][]} */
const storages = [
  ["may not be touched", () => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  }, false],
  ["is full", () => {
    if (location.protocol !== "http:") return; // the blank page before it has none
    Object.getPrototypeOf(localStorage).setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  }, false],
  ["holds something else", () => {
    if (location.protocol !== "http:") return;
    localStorage.setItem("kaen-log /", '{"proved": 7, "answers": []');
  }, true],
];

test("the foot says where progress is kept as the page opens", async ({ page, site }) => {
  const foot = page.getByRole("contentinfo");
  await openChapter({ page, site }, "th");
  await expect(foot).toContainText("เก็บไว้ใน browser นี้เท่านั้น");
  await page.addInitScript(storages[0]?.[1] ?? "");
  await page.reload();
  await expect(foot).toContainText("เก็บไว้จนกว่าจะออกจากหน้านี้เท่านั้น");
});

for (const [name, spoil, isStored] of storages) {
  test(`where storage ${name}, everything works until the page is left`,
    async ({ page, site }) => {
      /** @type {Error[]} */
      const errors = [];
      page.on("pageerror", (error) => errors.push(error));
      await page.addInitScript(spoil);
      const chapter = await openChapter({ page, site }, "en");
      await work(chapter, "en");
      await expect(solid(page)).toHaveCount(sections.length);
      await expect(page.getByRole("contentinfo")).toContainText(isStored
        ? "are kept only in this browser." : "are kept only until you leave this page.");
      await chapter.clear.click();
      await isBlank(page, chapter, "en");
      expect(errors).toEqual([]);
    });
}
