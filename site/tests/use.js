// A reader who presses everything that a page has: demos, questions, pictures, the plug,
// arrows that get lost.

import { expect } from "@playwright/test";

import { says as chapter } from "./chapter.js";
import { golden } from "./dist.js";
import { languages, sizes } from "./fixture.js";
import { loseArrows } from "./lose.js";
import { type } from "./cut.js";

/** @import { Locator, Page } from "@playwright/test" */
/** @import { Lang, Name } from "./fixture.js" */

const files = { produce: "03-produce.txt", dedup: "07-idem.txt", recovery: "recovery.txt" };

/** The verdict where a page shows some sections of a golden file only. */
const says = {
  th: { identical: /^ตรงกัน: [\d,]+ byte เหมือน golden ทุก byte$/ },
  en: { identical: /^Identical: [\d,]+ bytes, every one as in the golden output\.$/ },
};

/**
 * @param {Locator} all
 * @param {(one: Locator) => Promise<void>} act
 */
async function forEach(all, act) {
  for (const one of await all.all()) await act(one);
}

/**
 * Runs each demo of the page, by the first of its Run buttons, to the verdict "identical".
 * @param {Page} page
 * @param {Lang} lang
 */
export async function runDemos(page, lang) {
  for (const name of /** @type {Name[]} */ (Object.keys(sizes))) {
    const demo = page.locator(`section.demo[data-demo=${name}]`).first();
    if (await demo.count() === 0) continue;
    await demo.getByRole("button", { name: languages[lang].run, exact: true }).first().click();
    const status = demo.getByRole("status").first();
    const sections = page.locator(`section.demo[data-demo=${name}] [data-section]`);
    const titles = golden(files[name]).toString().match(/^== /gm) ?? [];
    const isWhole = await sections.count() === titles.length;
    await expect(status).toHaveText(isWhole ? languages[lang].identical(sizes[name])
      : says[lang].identical);
    await expect(page.locator(`section.demo[data-demo=${name}] .section-status[data-state=same]`))
      .toHaveCount(await sections.count());
  }
}

/**
 * Gives every answer to every question.
 * @param {Page} page
 * @param {Lang} lang
 */
export async function answerAll(page, lang) {
  await forEach(page.locator("section.quiz"), async (quiz) => {
    const check = quiz.getByRole("button", { name: chapter[lang].check });
    await forEach(quiz.getByRole("radio"), async (answer) => {
      await answer.check();
      await check.click();
      await expect(quiz.getByRole("status")).toHaveText(
        new RegExp(`^(${chapter[lang].right}|${chapter[lang].wrong}).{20}`, "s"));
    });
  });
  await forEach(page.locator("section.predict"), async (predict) => {
    await predict.getByRole("textbox").fill("987654321");
    await predict.getByRole("button", { name: chapter[lang].runGuess, exact: true }).click();
    await expect(predict.getByRole("status")).toHaveText(chapter[lang].guessed);
  });
}

/**
 * Goes through every picture, from its first step to its last.
 * @param {Page} page
 */
export async function stepThrough(page) {
  await forEach(page.locator("figure.picture"), async (picture) => {
    const [first, , next] = await picture.getByRole("button").all();
    const steps = await picture.locator(".picture-steps li").count();
    await first?.click();
    for (let step = 1; step < steps; step++) await next?.press("Enter");
    await expect(next ?? picture).toHaveAttribute("aria-disabled", "true");
  });
}

/**
 * Pulls the plug in every way there is.
 * @param {Page} page
 */
export async function pullPlug(page) {
  await forEach(page.locator("section.plug"), async (plug) => {
    await plug.locator("button[type=submit]").click();
    await plug.locator("button.plug-try").click();
    await expect(plug.locator("[data-bad][data-state=reached]")).toBeVisible();
  });
}

/**
 * Cuts the log in two places, both ways of opening it again, and everywhere.
 * @param {Page} page
 */
export async function cutLog(page) {
  await forEach(page.locator("section.cut"), async (cut) => {
    const status = cut.getByRole("status");
    for (const at of ["700", "502"]) {
      await type(cut.getByRole("spinbutton"), at);
      await cut.getByRole("spinbutton").press("Enter");
      await expect(status).toContainText(at);
    }
    await cut.getByRole("switch").check();
    await expect(status).toContainText("502");
  });
  await forEach(page.locator("section.cuts"), async (cuts) => {
    await cuts.locator("button.run").click();
    await expect(cuts.getByRole("status")).toContainText("1,426");
    await cuts.getByRole("slider").press("Home");
    await expect(cuts.locator("table.cuts-table").first()).toBeVisible();
  });
}

/**
 * Waits until nothing is on its way from one look to another.
 * @param {Page} page
 */
export async function settled(page) {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}

/**
 * Uses everything.
 * @param {Page} page
 * @param {Lang} lang
 */
export async function useAll(page, lang) {
  await runDemos(page, lang);
  await answerAll(page, lang);
  await stepThrough(page);
  await pullPlug(page);
  await loseArrows(page);
  await cutLog(page);
  await askAPI(page);
}

/**
 * Sends a request where the page has a form for one; on a disk it has none.
 * @param {Page} page
 */
async function askAPI(page) {
  const region = page.locator("section.http");
  if (await region.locator("button.run").count() === 0) return;
  await region.locator("button.run").click();
  await expect(region.getByRole("status")).toContainText("200");
}
