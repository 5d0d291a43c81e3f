// A verdict belongs to the flags that it was made with; before the page's script is there, none
// can be made, and the page says so.

import { expect } from "@playwright/test";

import { languages, open, sizes, test } from "./fixture.js";
import { gate, missing } from "./server.js";

/** @import { Locator } from "@playwright/test" */

const PROGRAM = /\.wasm$/;
const PAGE_SCRIPT = /\/page-[^/]*\.js$/;

const langs = /** @type {const} */ (["th", "en"]);
const notRun = { th: "ยังไม่ได้รัน · 434 byte", en: "Not run yet: 434 bytes." };
const ranBefore = {
  th: "browser นี้เคยรันได้ตรงแล้ว · 434 byte", en: "Reproduced in this browser before: 434 bytes.",
};

/**
 * Says that no word of a run is left in a demo, but for what this browser reproduced before.
 * @param {Locator} region
 * @param {"th" | "en"} lang
 * @param {{ proved: boolean }} before
 */
async function isUntouched(region, lang, { proved }) {
  const section = region.getByRole("region", { name: /ตรวจความยาว/ });
  await expect(section).toContainText((proved ? ranBefore : notRun)[lang]);
  await expect(region).not.toContainText(lang === "th" ? "ผลของคุณ" : "your run");
  await expect(region).not.toContainText(lang === "th" ? "ตรงกัน: " : "identical: ");
  await expect(region.locator(".line[data-state]")).toHaveCount(0);
  const state = proved ? "same" : "ready";
  await expect(region.locator(`.rail-block:not([data-state=${state}])`)).toHaveCount(0);
}

for (const lang of langs) {
  const words = languages[lang];

  test(`${lang}: editing a flag takes the verdict back`, async ({ page, site }) => {
    const demo = await open({ page, site }, lang, "produce");
    await demo.run.click();
    await expect(demo.status).toHaveText(words.identical(sizes.produce));
    await demo.flag("--acks").fill(" 1 "); // the same, but for spaces
    await expect(demo.status).toHaveText(words.identical(sizes.produce));
    await demo.flag("--batches").fill("5");
    await expect(demo.status).toHaveText(words.ready);
    await isUntouched(demo.region, lang, { proved: true });
    await demo.run.click();
    await expect(demo.status).toHaveText(lang === "th" ? /^ผลของคุณ/ : /^Your run/);
    await demo.flag("--truncate-tail").uncheck();
    await expect(demo.status).toHaveText(words.ready);
    await isUntouched(demo.region, lang, { proved: true });
  });

  test(`${lang}: a run whose flags were edited meanwhile gives no verdict`,
    async ({ page, site }) => {
      const program = gate();
      site.spoil(PROGRAM, program.hold);
      const demo = await open({ page, site }, lang, "produce");
      await demo.run.click();
      await expect.poll(() => site.requests.some((path) => PROGRAM.test(path))).toBe(true);
      await demo.flag("--batches").fill("4");
      program.letGo();
      await expect(demo.status).toHaveText(lang === "th"
        ? "flag เปลี่ยนไประหว่างรัน · กด Run เพื่อรันด้วยค่าใหม่"
        : "The flags were changed during the run. Press Run to run with them.");
      await isUntouched(demo.region, lang, { proved: false });
      await demo.flag("--batches").fill("3");
      await demo.run.click();
      await expect(demo.status).toHaveText(words.identical(sizes.produce));
    });

  test(`${lang}: a wrong flag leaves no words of an older run`, async ({ page, site }) => {
    const demo = await open({ page, site }, lang, "produce");
    await demo.run.click();
    await expect(demo.status).toHaveText(words.identical(sizes.produce));
    await demo.flag("--batches").fill("65");
    await demo.run.click();
    await expect(demo.flag("--batches")).toBeFocused();
    await isUntouched(demo.region, lang, { proved: true });
    await demo.flag("--batches").fill("6");
    await expect(demo.status).toHaveText(words.ready);
  });

  test(`${lang}: a wrong value that is long is said again in part`, async ({ page, site }) => {
    const demo = await open({ page, site }, lang, "produce");
    await demo.flag("--batches").fill("9".repeat(3000));
    await demo.run.click();
    await expect(demo.flag("--batches")).toHaveAccessibleDescription(
      new RegExp(`“${"9".repeat(60)}…” ${lang === "th" ? "ใช้ไม่ได้" : "can't be used"}`));
  });

  test(`${lang}: without its script the page says so and cannot be run`, async ({ page, site }) => {
    site.spoil(PAGE_SCRIPT, missing);
    const demo = await open({ page, site }, lang, "produce");
    await expect(demo.status).toHaveText(lang === "th"
      ? "script ของหน้านี้ยังไม่โหลด จึงยังกดรันไม่ได้"
      : "This page's script has not loaded, so nothing can be run yet.");
    await expect(demo.run).toBeDisabled();
    await expect(demo.reset).toBeDisabled();
    const address = page.url();
    await demo.flag("--batches").fill("5");
    await demo.flag("--batches").press("Enter");
    await expect(demo.flag("--batches")).toHaveValue("5");
    expect(page.url()).toBe(address);
    site.mend();
    await page.reload();
    await expect(demo.status).toHaveText(words.ready);
    await expect(demo.run).toBeEnabled();
    await expect(demo.reset).toBeEnabled();
  });
}

test("Stop leaves no words of an older run", async ({ page, site }) => {
  const demo = await open({ page, site }, "en", "produce");
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.produce));
  await page.evaluate(() => {
    // What is pressed at once after Run, before a run of some milliseconds has ended.
    const [run, stop] = [".run", ".stop"].map((name) => document.querySelector(name));
    if (run instanceof HTMLElement) run.click();
    if (stop instanceof HTMLElement) stop.click();
  });
  await expect(demo.status).toHaveText("Stopped. Press Run to start again.");
  await isUntouched(demo.region, "en", { proved: true });
});

test("a switch is read when Run is pressed, not when the run has ended", async ({ page, site }) => {
  const demo = await open({ page, site }, "en", "dedup");
  await demo.flag("--resend").uncheck();
  await demo.run.click();
  await expect(demo.section(/ack หาย · producer/)).toContainText("it needs --resend");
});

test("a section that was not printed counts as changed lines", async ({ page, site }) => {
  const demo = await open({ page, site }, "en", "produce");
  await demo.flag("--truncate-tail").uncheck();
  const section = demo.section(/ท้าย file ที่ขาด/);
  const lines = await section.locator(".line").count();
  await demo.run.click();
  await expect(section).toContainText("not printed in this run: it needs --truncate-tail");
  await expect(demo.status).toHaveText(
    `Your run: 3,538 bytes; no golden output for these flags; ${lines} lines changed.`);
});

test("what can be pressed is 24 pixels wide and high, or more", async ({ page, site }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open({ page, site }, "en", "produce");
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("input, button, summary, .lang-switch, .rail a")]
        .map((element) => ({ what: element.outerHTML.slice(0, 80),
          box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ what, box }) => `${what}: ${box.width} × ${box.height}`));
    expect(small).toEqual([]);
  }
});
