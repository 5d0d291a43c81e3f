// The zip, unpacked and opened from a disk: every page works there as on the site, and says which
// file to open where it can't.

import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { expect } from "@playwright/test";

import { listen, oneLetterOff, quiet, test } from "./disk.js";
import { dist } from "./dist.js";
import { misfits } from "./fit.js";
import { demoOn, languages } from "./fixture.js";
import { pages } from "./pages.js";
import { settled, useAll } from "./use.js";

/** @import { Change } from "./disk.js" */

const languageSwitch = { th: "English", en: "ไทย" };

test("every page opens, and every link leads to a place that is there", async ({ page, disk }) => {
  test.slow();
  const heard = listen(page);
  const fileOf = (/** @type {string} */ url) => fileURLToPath(url.replace(/#.*$/, ""));
  /** @type {Map<string, Set<string>>} the ids in the files that links lead to */
  const idsIn = new Map();
  for (const { file, lang } of pages) {
    await page.goto(disk.urlOf(file));
    await expect(page.locator("html"), file).toHaveAttribute("lang", lang);
    await expect(page.locator(".no-style")).toBeHidden();
    await expect(page.locator("section.demo [data-state=unloaded]")).toHaveCount(0);
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((each) =>
      new URL(each.getAttribute("href") ?? "", document.baseURI).href));
    expect(links.length, file).toBeGreaterThan(5);
    for (const link of new Set(links)) {
      if (link.startsWith("https:")) continue;
      const target = fileOf(link);
      expect.soft(relative(disk.folder, target).split(sep)[0], `${file}: ${link}`).not.toBe("..");
      const ids = idsIn.get(target) ?? new Set(existsSync(target)
        ? readFileSync(target, "utf8").match(/(?<= id=")[^"]*/g) ?? [""] : []);
      idsIn.set(target, ids);
      const { hash } = new URL(link);
      expect.soft(hash ? ids.has(decodeURIComponent(hash.slice(1))) : ids.size > 0,
        `${file}: ${link}`).toBe(true);
    }
  }
  quiet(heard);
});

// The one file's tests use all of the English ones.
for (const { file, lang } of pages.filter((each) => each.lang === "th")) {
  test(`${file}: all of it works from a disk`, async ({ page, disk }) => {
    test.slow();
    const heard = listen(page);
    await page.goto(disk.urlOf(file));
    await useAll(page, lang);
    await expect(page.locator(".demo-alert:visible")).toHaveCount(0); // it ran in a worker
    quiet(heard);
  });
}

test("the way through the chapters, and to the other language at the same place",
  async ({ page, disk }) => {
    test.slow();
    const heard = listen(page);
    await page.goto(disk.urlOf("en/index.html"));
    const next = page.locator("a[rel=next]");
    for (let left = pages.length / 2 - 1; left > 0; left--) {
      const before = await page.title();
      await next.click();
      await expect(page).not.toHaveTitle(before);
    }
    await expect(next).toHaveCount(0);
    await page.goto(`${disk.urlOf("en/03-produce.html")}#produce-acks`);
    await page.getByRole("link", { name: languageSwitch.en, exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "th");
    const { hash, href } = new URL(page.url());
    expect(href).toBe(disk.urlOf("03-produce.html") + hash);
    expect(hash).toMatch(/^#[\w-]+$/);
    await expect(page.locator(hash)).toBeInViewport();
    quiet(heard);
  });

test("a page that was taken out of its folder can be read, and says which file to open",
  async ({ page, disk }) => {
    for (const { file, lang } of pages.filter(({ html }) => html.includes("class=\"demo\""))) {
      await page.goto(disk.alone(file, `desk/${file}`));
      const words = lang === "en" ? /open index\.html in its folder kaen-log/
        : /เปิด index\.html ใน folder kaen-log/;
      await expect(page.locator(".no-style")).toBeVisible();
      await expect(page.locator(".no-style")).toHaveText(words);
      const status = page.locator("section.demo").first().getByRole("status").first();
      await expect(status).toHaveText(words);
      await expect(status).toContainText(`assets/page-${lang}.`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("button", { name: "Run", exact: true }).first()).toBeDisabled();
    }
  });

/** @type {[what: string, change: Change][]} */
const faults = [
  ["missing", () => null],
  ["cut in half", (text) => text.slice(0, text.length >> 1)],
  ["changed in one letter of the program", oneLetterOff],
];

for (const [what, change] of faults) {
  for (const lang of /** @type {const} */ (["th", "en"])) {
    test(`${lang}: the engine's file is ${what}: it says so, and which file to open`,
      async ({ page, disk }) => {
        disk.spoil(/assets\/engine\./, change);
        await page.goto(disk.urlOf(`${languages[lang].path}demos.html`));
        const demo = demoOn(page, lang, "produce");
        await demo.run.click();
        await expect(demo.alert).toHaveText(lang === "en"
          ? /The engine's file engine\.\w+\.js is .*damaged\. Unpack all of kaen-log-offline\.zip/
          : /file ของ engine \(engine\.\w+\.js\).*เสีย.*แตก kaen-log-offline\.zip/);
        await expect(demo.alert).toContainText("index.html");
        await expect(demo.run).toBeEnabled();
      });
  }
}

for (const lang of /** @type {const} */ (["th", "en"])) {
  test(`${lang}: a page of the hosted site that is opened from a disk says which files run there`,
    async ({ page }) => {
      await page.goto(pathToFileURL(join(dist, languages[lang].path, "demos.html")).href);
      const demo = demoOn(page, lang, "produce");
      await demo.run.click();
      await expect(demo.alert).toContainText("kaen-log.html");
      await expect(demo.alert).toContainText("kaen-log-offline.zip");
      await expect(demo.run).toBeEnabled();
    });
}

test("every page fits a phone, used or not", async ({ look, disk }) => {
  test.slow();
  const page = await look({ width: 320, height: 568, scale: 2 });
  for (const { file, lang } of pages) {
    await page.goto(disk.urlOf(file));
    await settled(page);
    expect.soft(await page.evaluate(misfits), file).toEqual([]);
    if (!file.endsWith("demos.html")) continue;
    const demo = demoOn(page, lang, "produce");
    await demo.run.click();
    await expect(demo.status).toHaveAttribute("data-state", "same");
    expect.soft(await page.evaluate(misfits), file).toEqual([]);
  }
});
