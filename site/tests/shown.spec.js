// Somebody changes what the page shows, before or after it was loaded: what is not shown as it
// was printed is never told to be identical.

import { expect } from "@playwright/test";

import { DEMOS, languages, open, sizes, test } from "./fixture.js";
import { edited } from "./server.js";


/** @type {[string, () => void][]} */
const changes = [
  ["a section is removed", () => document.querySelector("[data-section=offsets]")?.remove()],
  ["all sections are removed", () => document.querySelector("[data-demo=produce] .golden")
    ?.replaceChildren()],
  ["a section is hidden", () => document.querySelector("[data-section=offsets]")
    ?.setAttribute("hidden", "")],
  ["a section stands twice", () => {
    const section = document.querySelector("[data-section=offsets]");
    section?.after(section.cloneNode(true));
  }],
  ["two sections change places", () => {
    const section = document.querySelector("[data-section=offsets]");
    section?.nextElementSibling?.after(section);
  }],
  ["a line is removed", () => document.querySelector("[data-line=decoded]")?.remove()],
  ["two lines change places", () => {
    const line = document.querySelector("[data-line=decoded]");
    line?.previousElementSibling?.before(line);
  }],
  ["a line's text is removed", () => document.querySelector("[data-line=decoded] .text")?.remove()],
  ["a line's text is hidden", () => document.querySelector("[data-line=decoded] .text")
    ?.setAttribute("hidden", "")],
  ["a line is seen through", () => document.querySelector("[data-line=decoded]")
    ?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1e9 })],
  ["a line has a second text", () => {
    const text = document.querySelector("[data-line=decoded] .text");
    text?.after(text.cloneNode(true));
  }],
  ["a line has a text of no element", () => document.querySelector("[data-line=decoded]")
    ?.append(" and more")],
  ["a line has a break in it", () => document.querySelector("[data-line=decoded] .text")
    ?.append(document.createElement("br"))],
  ["a text stands between two lines", () => document.querySelector("[data-line=decoded]")
    ?.after("and more")],
  ["a text stands before the first section", () =>
    document.querySelector("[data-demo=produce] .golden")?.prepend("and more")],
  ["a line stands there that no run adds", () => {
    const line = document.querySelector("[data-line=decoded]");
    const copy = line?.cloneNode(true);
    if (copy instanceof HTMLElement) delete copy.dataset.line;
    if (copy) line?.after(copy);
  }],
  ["the text of a row's cell is another", () => {
    const cell = document.querySelector("[data-section=offsets] [role=row] .cell");
    if (cell) cell.textContent = "7";
  }],
];

for (const [name, change] of changes) {
  test(`after it was loaded, ${name}`, async ({ page, site }) => {
    /** @type {Error[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(error));
    const demo = await open({ page, site }, "en", "produce");
    await demo.run.click();
    await expect(demo.status).toHaveText(languages.en.identical(sizes.produce));
    await page.evaluate(change);
    for (let i = 0; i < 2; i++) {
      await demo.run.click();
      await expect(demo.status).toHaveText(/^Differs from the golden output: byte /);
    }
    await demo.flag("--now-ms").fill("5");
    await expect(demo.status).toHaveText("Ready.");
    await demo.run.click();
    await expect(demo.status).toHaveText(/^Your run: 4,664 bytes; .* \d+ lines? changed\.$/);
    await demo.reset.click();
    await expect(demo.status).toHaveText("Ready.");
    expect(errors).toEqual([]);
  });
}

test("a page that never had a section is not identical", async ({ page, site }) => {
  const section = /<section class="golden-section" data-section="acks"[^]*?<\/section>/;
  site.spoil(DEMOS, edited(section, ""));
  for (const lang of /** @type {const} */ (["th", "en"])) {
    const demo = await open({ page, site }, lang, "produce");
    await demo.run.click();
    await expect(demo.status).toHaveText(lang === "th"
      ? /^ต่างจาก golden · byte ที่ 2,514 / : /^Differs from the golden output: byte 2,514, /);
  }
});

test("a page that says another size than it has is not identical", async ({ page, site }) => {
  /** @type {[RegExp, string, { th: string, en: string }][]} */
  const rows = [
    [/data-golden-bytes="4664"/, 'data-golden-bytes="4665"', {
      th: "ไม่ใช่ golden · หน้านี้แสดง 4,664 byte ตรงกับที่รอบนี้พิมพ์ แต่ golden มี 4,665 byte",
      en: "Not the golden output: this page shows 4,664 bytes, as this run printed them, where "
        + "the golden text has 4,665.",
    }],
    [/data-bytes="434"/, 'data-bytes="435"', {
      th: "แสดง 434 byte ตรงกับที่รอบนี้พิมพ์ แต่ golden มี 435 byte",
      en: "shows 434 bytes, as this run printed them, where the golden text has 435.",
    }],
  ];
  for (const [from, to, says] of rows) {
    for (const lang of /** @type {const} */ (["th", "en"])) {
      site.mend();
      site.spoil(DEMOS, edited(from, to));
      const demo = await open({ page, site }, lang, "produce");
      await demo.run.click();
      await expect(demo.status).toContainText(says[lang]);
    }
  }
});

test("a table drawn as one and as its bytes are both identical", async ({ page, site }) => {
  const demo = await open({ page, site }, "en", "produce");
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const isExact of [true, false]) {
      await demo.section(/broker เป็นคนแจก/).getByRole("switch").setChecked(isExact);
      await demo.run.click();
      await expect(demo.status).toHaveText(languages.en.identical(sizes.produce));
      await demo.reset.click();
    }
  }
});
