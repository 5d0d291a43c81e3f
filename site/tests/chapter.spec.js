// A demo in many parts: one press of Run in any of them fills all, and is answered there.

import { expect } from "@playwright/test";

import { openChapter, says, sections } from "./chapter.js";
import { languages, sizes, test } from "./fixture.js";
import { edited, gate } from "./server.js";

const CHAPTER = /03-produce\.html$/;

for (const lang of /** @type {const} */ (["th", "en"])) {
  const { identical } = languages[lang];

  test(`${lang}: one press of Run fills every section`, async ({ page, site }) => {
    const chapter = await openChapter({ page, site }, lang);
    for (const [title, bytes] of sections) {
      await expect(chapter.section(title)).toContainText(says[lang].notRun(bytes));
    }
    const pressed = chapter.part(/ตรวจความยาว/);
    await pressed.run.click();
    await expect(pressed.status).toHaveText(identical(sizes.produce));
    await expect(pressed.run).toBeFocused();
    for (const [title, bytes] of sections) {
      await expect(chapter.section(title)).toContainText(says[lang].same(bytes));
      if (title.source !== "ตรวจความยาว") {
        await expect(chapter.part(title).status).toHaveText(languages[lang].ready);
      }
    }
    await expect(page.locator("nav.rail .rail-block:not([data-state=same])")).toHaveCount(0);
    await expect(page.locator("nav.rail .rail-block")).toHaveCount(sections.length);
  });

  test(`${lang}: the verdict stands where Run was pressed last`, async ({ page, site }) => {
    const chapter = await openChapter({ page, site }, lang);
    const [first, last] = [chapter.part(/12 byte แรก/), chapter.part(/ท้าย file ที่ขาด/)];
    await first.run.press("Enter");
    await expect(first.status).toHaveText(identical(sizes.produce));
    await last.run.press("Space");
    await expect(last.status).toHaveText(identical(sizes.produce));
    await expect(first.status).toHaveText(languages[lang].ready);
  });
}

test("a run is announced by one line alone, and each state of it once", async ({ page, site }) => {
  const chapter = await openChapter({ page, site }, "en");
  await page.evaluate(() => {
    /** @type {string[]} */
    const said = [];
    for (const line of document.querySelectorAll("[role=status]")) {
      new MutationObserver(() => {
        if (line.getAttribute("aria-live") !== "off") said.push(line.textContent ?? "");
      }).observe(line, { childList: true, characterData: true, subtree: true });
    }
    Object.defineProperty(document, "said", { value: said });
  });
  const said = () => page.evaluate(() => /** @type {string[]} */ (Reflect.get(document, "said")));
  for (const title of [/12 byte แรก/, /acks/]) {
    const part = chapter.part(title);
    await part.run.click();
    await expect(part.status).toHaveText(languages.en.identical(sizes.produce));
  }
  const verdicts = (await said()).filter((words) => words.startsWith("Identical"));
  expect(verdicts).toHaveLength(2);
  expect(new Set(await said()).size).toBeLessThanOrEqual(4); // loading, its bytes, running, verdict
  expect(await said()).not.toContain("Ready.");
});

test("Run in another part while the demo runs moves the answer there", async ({ page, site }) => {
  const program = gate();
  site.spoil(/\.wasm$/, program.hold);
  const chapter = await openChapter({ page, site }, "en");
  const [first, last] = [chapter.part(/12 byte แรก/), chapter.part(/ท้าย file ที่ขาด/)];
  await first.run.click();
  await expect(first.status).toHaveText("Loading the engine …");
  await last.run.click();
  await expect(last.status).toHaveText("Loading the engine …");
  await expect(first.status).toHaveText("Ready.");
  await expect(first.stop).toBeHidden();
  await last.stop.click();
  await expect(last.status).toHaveText(says.en.stopped);
  program.letGo();
  await first.run.click();
  await expect(first.status).toHaveText(languages.en.identical(sizes.produce));
  await expect(last.status).toHaveText("Ready.");
  expect(site.requests.filter((path) => path.endsWith(".wasm")).length).toBeLessThanOrEqual(2);
});

test("a byte of one part is another: the file's place is said, the other parts are the same",
  async ({ page, site }) => {
    site.spoil(CHAPTER, edited("ความยาว file หลังตัด 1278<", "ความยาว file หลังตัด 1279<"));
    const chapter = await openChapter({ page, site }, "en");
    const part = chapter.part(/12 byte แรก/);
    await part.run.click();
    await expect(part.status).toHaveText(
      /^Differs from the golden output: byte 4,\d\d\d, line \d+, .* in the section “ท้าย file/);
    await expect(chapter.section(/12 byte แรก/)).toContainText(says.en.same("629"));
    await expect(chapter.section(/ท้าย file ที่ขาด/)).toContainText("differs from its byte");
    await expect(page.locator("nav.rail .rail-block[data-state=differs]")).toHaveCount(1);
    await expect(page.locator("nav.rail .rail-block[data-state=same]"))
      .toHaveCount(sections.length - 1);
  });

test("a chapter that lost a part is not identical", async ({ page, site }) => {
  site.spoil(CHAPTER, edited(
    /<section class="golden-section" data-section="length-check"[^]*?<\/section>/, ""));
  const chapter = await openChapter({ page, site }, "en");
  const part = chapter.part(/12 byte แรก/);
  await part.run.click();
  await expect(part.status).toHaveText(/^Differs from the golden output: byte /);
});

test("exact bytes of a table in a part are the same as the table", async ({ page, site }) => {
  const chapter = await openChapter({ page, site }, "en");
  const part = chapter.part(/broker เป็นคนแจก offset/);
  const exact = chapter.section(/broker เป็นคนแจก offset/).getByRole("switch");
  for (const isExact of [true, false]) {
    await exact.setChecked(isExact);
    await part.run.click();
    await expect(part.status).toHaveText(languages.en.identical(sizes.produce));
  }
});

test("the rail leads to where a section stands, from wherever the reader is",
  async ({ page, site }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const chapter = await openChapter({ page, site }, "en");
    const rail = page.getByRole("navigation", { name: /Sections of/ });
    for (const end of [true, false]) {
      await page.evaluate((isEnd) =>
        window.scrollTo(0, isEnd ? document.documentElement.scrollHeight : 0), end);
      await rail.getByRole("link", { name: /ตรวจความยาว/ }).press("Enter");
      const title = chapter.section(/ตรวจความยาว/).getByRole("heading");
      await expect(title).toBeInViewport();
      await expect(page.getByRole("heading", { name: /How far can you trust/ }))
        .toBeInViewport({ ratio: 0.9 });
    }
  });

test("what stands beside long words stays beside them", async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const chapter = await openChapter({ page, site }, "en");
  const { run } = chapter.part(/ตรวจความยาว/);
  const heading = page.getByRole("heading", { name: /How far can you trust/ });
  await heading.evaluate((element) =>
    window.scrollTo(0, element.getBoundingClientRect().bottom + window.scrollY + 40));
  await expect(heading).not.toBeInViewport();
  await expect(run).toBeInViewport();
});
