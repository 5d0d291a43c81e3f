// Questions with answers to choose from, and guesses that a run checks: by pointer and by
// keyboard, on every page that has some.

import { expect } from "@playwright/test";

import { chapterOn, openChapter, says } from "./chapter.js";
import { languages, sizes, test } from "./fixture.js";
import { pagesWith } from "./pages.js";
import { gate, missing } from "./server.js";

/** @import { Locator } from "@playwright/test" */

const langs = /** @type {const} */ (["th", "en"]);

/**
 * The pages of a language that ask something.
 * @param {"quiz" | "predict"} kind
 * @param {"th" | "en"} lang
 */
const asking = (kind, lang) => pagesWith(`<section class="${kind}"`)
  .filter((page) => page.lang === lang);

/**
 * Counts how often a status line came to say something.
 * @param {Locator} status
 */
function announcements(status) {
  return status.evaluate((line) => {
    let count = 0;
    new MutationObserver(() => {
      if (line.textContent !== "") count++;
    }).observe(line, { childList: true, characterData: true, subtree: true });
    return void Object.defineProperty(line, "count", { get: () => count });
  });
}

/** @param {Locator} status */
const counted = (status) => status.evaluate((line) => Number(Reflect.get(line, "count")));

for (const lang of langs) {
  const words = says[lang];

  test(`${lang}: every question takes wrong answers, says why, and takes the right one`,
    async ({ page, site }) => {
      for (const { path } of asking("quiz", lang)) {
        await page.goto(site.url + path);
        const { quizzes } = chapterOn(page, lang);
        await expect(quizzes.first()).toBeVisible();
        for (const quiz of await quizzes.all()) {
          const group = quiz.getByRole("group").first();
          await expect(group).toHaveAccessibleName(/\S{3}/);
          const status = quiz.getByRole("status");
          const answers = await group.getByRole("radio").all();
          expect(answers.length).toBeGreaterThan(1);
          let right = 0;
          for (const answer of answers) {
            await answer.check();
            await expect(status).toBeEmpty();
            await quiz.getByRole("button", { name: words.check }).click();
            await expect(status).toContainText(
              new RegExp(`^(${words.right}|${words.wrong}).{8}`, "s"));
            if ((await status.textContent())?.startsWith(words.right)) right++;
          }
          expect(right).toBe(1);
        }
      }
    });

  test(`${lang}: a question by keyboard alone, each answer announced once`,
    async ({ page, site }) => {
      const { quizzes } = await openChapter({ page, site }, lang);
      const quiz = quizzes.first();
      const status = quiz.getByRole("status");
      const check = quiz.getByRole("button", { name: words.check });
      await check.focus();
      await announcements(status);
      await page.keyboard.press("Enter");
      await expect(status).toHaveText(words.chooseFirst);
      const radios = quiz.getByRole("radio");
      await expect(radios.first()).toBeFocused();
      await page.keyboard.press("Space");
      await expect(radios.first()).toBeChecked();
      await page.keyboard.press("ArrowDown");
      await expect(radios.nth(1)).toBeChecked();
      await page.keyboard.press("Tab");
      await expect(check).toBeFocused();
      const before = await counted(status);
      await page.keyboard.press("Space");
      await expect(status).toContainText(new RegExp(`^(${words.right}|${words.wrong})`));
      await expect(check).toBeFocused();
      expect(await counted(status)).toBe(before + 1);
    });

  test(`${lang}: a guess is checked by the engine, whose lines are shown`,
    async ({ page, site }) => {
      for (const { path } of asking("predict", lang)) {
        await page.goto(site.url + path);
        const { predicts } = chapterOn(page, lang);
        await expect(predicts.first()).toBeVisible();
        for (const predict of await predicts.all()) {
          const guess = predict.getByLabel(words.guess);
          const run = predict.getByRole("button", { name: words.runGuess, exact: true });
          const status = predict.getByRole("status");
          await run.click();
          await expect(guess).toBeFocused();
          await expect(guess).toHaveAccessibleDescription(words.guessFirst);
          await guess.fill("abc");
          await guess.press("Enter");
          await expect(guess).toHaveAccessibleDescription(words.guessNumber);
          await guess.fill("987654321");
          await expect(guess).not.toHaveAttribute("aria-invalid");
          await guess.press("Enter");
          await expect(status).toHaveText(words.guessed);
          const [, value = ""] = (await status.textContent())?.match(words.guessed) ?? [];
          await expect(predict.getByText(words.asked)).toBeVisible();
          await guess.fill(value);
          await run.click();
          await expect(status).toHaveText(words.guessedRight);
          await expect(run).toBeFocused();
          await expect(predict.getByText(words.asked)).toHaveCount(1);
        }
      }
    });
}

test("a number may be written as people write it", async ({ page, site }) => {
  const { predicts } = await openChapter({ page, site }, "th");
  const predict = predicts.first();
  const status = predict.getByRole("status");
  const guess = predict.getByLabel(says.th.guess);
  await guess.fill("๙๘๗,๖๕๔,๓๒๑");
  await guess.press("Enter");
  await expect(status).toHaveText(says.th.guessed);
  const [, value = ""] = (await status.textContent())?.match(says.th.guessed) ?? [];
  const thai = value.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)));
  await guess.fill(` ${thai} `);
  await guess.press("Enter");
  await expect(status).toHaveText(says.th.guessedRight);
});

test("a verdict goes when the guess that it is on is changed", async ({ page, site }) => {
  const { predicts } = await openChapter({ page, site }, "en");
  const predict = predicts.first();
  const guess = predict.getByLabel(says.en.guess);
  const status = predict.getByRole("status");
  const shown = predict.getByText(says.en.asked);
  await guess.fill("987654321");
  await guess.press("Enter");
  await expect(status).toHaveText(says.en.guessed);
  await guess.press("End");
  await guess.press("Space"); // the same guess
  await expect(status).toHaveText(says.en.guessed);
  await guess.press("7");
  await expect(status).toBeEmpty();
  await expect(shown).toHaveCount(0);
  await page.reload(); // what was checked is kept, and goes likewise
  await expect(guess).toHaveValue("987654321");
  await expect(status).toHaveText(says.en.guessed);
  await guess.fill("7");
  await expect(status).toBeEmpty();
});

test("a guess that is changed while it is checked gets no verdict, the next one does",
  async ({ page, site }) => {
    const program = gate();
    site.spoil(/\.wasm$/, program.hold);
    const chapter = await openChapter({ page, site }, "en");
    const predict = chapter.predicts.first();
    const guess = predict.getByLabel(says.en.guess);
    const status = predict.getByRole("status");
    await guess.fill("1234");
    await guess.press("Enter");
    await expect(status).toHaveText("Loading the engine …");
    await guess.fill("987654321");
    await expect(status).toBeEmpty();
    await announcements(status);
    const part = chapter.part(/acks/);
    await part.run.click(); // comes after it
    program.letGo();
    await expect(part.status).toHaveText(languages.en.identical(sizes.produce));
    expect(await counted(status)).toBe(0);
    await guess.press("Enter");
    await expect(status).toHaveText(says.en.guessed);
    await page.reload();
    await expect(guess).toHaveValue("987654321");
  });

test("where the engine can't be fetched the answer can be read all the same",
  async ({ page, site }) => {
    site.spoil(/\.wasm$/, missing);
    const { predicts } = await openChapter({ page, site }, "en");
    const predict = predicts.first();
    const answer = predict.locator("summary");
    await expect(answer).toBeHidden();
    await predict.getByLabel(says.en.guess).fill("1");
    await predict.getByRole("button", { name: says.en.runGuess, exact: true }).click();
    await expect(predict.getByRole("alert")).toContainText("is missing on the server (HTTP 404)");
    await expect(predict.getByRole("status")).toHaveText("Can't run.");
    await answer.click();
    await expect(predict.getByText(/^The engine prints/)).toBeVisible();
    await predict.getByLabel(says.en.guess).fill("2"); // which is no more to blame
    await expect(predict.getByText(/^The engine prints/)).toBeVisible();
  });

test("without the page's script every answer and every value is there to read",
  async ({ page, site }) => {
    site.spoil(/\/page-[^/]*\.js$/, missing);
    const { quizzes, predicts } = await openChapter({ page, site }, "en");
    for (const part of [...await quizzes.all(), ...await predicts.all()]) {
      await expect(part.getByRole("button")).toHaveCount(0);
      await part.locator("summary").click();
      await expect(part.locator("details")).toContainText(/\S{4}/);
      await expect(part.locator("details > :not(summary)").first()).toBeVisible();
    }
  });
