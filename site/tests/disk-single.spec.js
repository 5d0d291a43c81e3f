// The one file, opened from a disk: each page is shown in its turn, as if it were a document of its
// own: with its title and language, its place in the history, its keyboard's way.

import { expect } from "@playwright/test";

import { listen, oneLetterOff, quiet, test } from "./disk.js";
import { misfits } from "./fit.js";
import { demoOn, languages, sizes } from "./fixture.js";
import { pages } from "./pages.js";
import { settled, useAll } from "./use.js";

/** @import { Page } from "@playwright/test" */

const words = {
  th: {
    other: "English", licences: "licence ของทุกส่วน", untilLeft: "จนกว่าจะออกจากหน้านี้เท่านั้น",
  },
  en: { other: "ไทย", licences: "Licences", untilLeft: "only until you leave this page" },
};

/**
 * What a page of the site says of itself.
 * @param {string} html
 */
function ownWords(html) {
  const text = (/** @type {RegExp} */ pattern) => (pattern.exec(html)?.[1] ?? "")
    .replace(/&#39;/g, "'").replace(/&#34;/g, '"').replace(/&amp;/g, "&");
  return {
    title: text(/<title>([^<]*)</), description: text(/name="description" content="([^"]*)"/),
  };
}

/**
 * Expects that a page is shown.
 * @param {Page} page
 * @param {typeof pages[number]} what
 */
async function expectPage(page, { lang, html }) {
  const { title, description } = ownWords(html);
  await expect(page).toHaveTitle(title);
  await expect(page.locator("html")).toHaveAttribute("lang", lang);
  await expect(page.locator("meta[name=description]")).toHaveAttribute("content", description);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator(".no-style")).toBeHidden();
}

/**
 * The site's page of that name.
 * @param {string} file
 */
function sitePage(file) {
  const found = pages.find((each) => each.file === file);
  if (!found) throw new Error(`no page ${file}`);
  return found;
}

test("a reader turns from page to page, in both languages, and back", async ({ page, disk }) => {
  test.slow();
  const heard = listen(page);
  await page.goto(disk.singleURL());
  /** @type {typeof pages} */
  const seen = [];
  for (const lang of /** @type {const} */ (["th", "en"])) {
    const own = pages.filter((each) => each.lang === lang);
    for (let left = own.length; left > 0; left--) {
      const fragment = await page.evaluate(() => location.hash.slice(2) || "index.html");
      const shown = sitePage(fragment);
      await expectPage(page, shown);
      expect(shown.lang).toBe(lang);
      seen.push(shown);
      if (left === 1) break;
      await page.locator("a[rel=next]").click();
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await expect(page).not.toHaveTitle(ownWords(shown.html).title);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }
    if (lang === "th") {
      await page.getByRole("link", { name: "kaen-log", exact: true }).click();
      await page.getByRole("link", { name: words.th.other, exact: true }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
    }
  }
  expect(new Set(seen).size).toBe(pages.length);
  for (const before of seen.slice(0, -1).reverse().slice(0, 3)) {
    await page.goBack();
    await expectPage(page, before);
  }
  await page.goForward();
  await expectPage(page, seen[seen.length - 3] ?? sitePage("index.html"));
  quiet(heard);
});

// The zip's tests use all of the Thai ones.
for (const what of pages.filter(({ lang }) => lang === "en")) {
  test(`${what.file}: all of it works in the one file`, async ({ page, disk }) => {
    test.slow();
    const heard = listen(page);
    await page.goto(disk.singleURL(`#/${what.file}`));
    await expectPage(page, what);
    await useAll(page, what.lang);
    await expect(page.locator(".demo-alert:visible")).toHaveCount(0); // it ran in a worker
    quiet(heard);
  });
}

test("every link leads to a page and a place that are there", async ({ page, disk }) => {
  test.slow();
  await page.goto(disk.singleURL());
  for (const what of pages) {
    await page.goto(disk.singleURL(`#/${what.file}`));
    await expectPage(page, what);
    const links = await page.locator("a[href]").evaluateAll((all) =>
      all.map((each) => each.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThan(5);
    for (const link of new Set(links)) {
      if (link.startsWith("https:")) continue;
      const [, file = "", id] = /^#\/([^#]+)(?:#(.+))?$/.exec(link) ?? [];
      if (file === "licenses.txt") continue;
      const html = pages.find((each) => each.file === file)?.html ?? "";
      expect.soft(html.includes(id ? `id="${id}"` : "<h1"), `${what.file}: ${link}`).toBe(true);
    }
  }
});

test("a link to a place goes there, again and again, and back leads to where the reader was",
  async ({ page, disk }) => {
    test.slow();
    await page.goto(disk.singleURL("#/en/03-produce.html"));
    await expectPage(page, sitePage("en/03-produce.html"));
    const place = page.locator("#produce-acks");
    const link = page.locator('a[href="#/en/03-produce.html#produce-acks"]:visible').first();
    await link.press("Enter");
    await expect(place).toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(place).not.toBeInViewport();
    await link.press("Enter");
    await expect(place).toBeInViewport();
    await page.evaluate(() => window.addEventListener("click", () => {
      Reflect.set(window, "leftAt", Math.round(scrollY));
    }, { capture: true, once: true }));
    await page.getByRole("link", { name: words.en.other, exact: true }).click();
    await expectPage(page, sitePage("03-produce.html"));
    const [, id] = /#\/03-produce\.html#([\w-]+)$/.exec(page.url()) ?? [];
    await expect(page.locator(`#${id}`)).toBeInViewport();
    await page.goBack();
    await expectPage(page, sitePage("en/03-produce.html"));
    const leftAt = await page.evaluate(() => Reflect.get(window, "leftAt"));
    expect(leftAt).toBeGreaterThan(1000);
    const y = () => page.evaluate(() => Math.round(scrollY)); // Firefox has parts of one
    await expect.poll(y).toBe(leftAt);
    await expect(page.getByRole("link", { name: words.en.other, exact: true })).toBeFocused();
    await page.reload();
    await expectPage(page, sitePage("en/03-produce.html"));
    await expect.poll(y).toBe(leftAt);
  });

for (const lang of /** @type {const} */ (["th", "en"])) {
  const { path, run, identical } = languages[lang];

  test(`${lang}: the keyboard alone leads from the first page to a run`, async ({ page, disk }) => {
    await page.goto(disk.singleURL(`#/${path}index.html`));
    await expectPage(page, sitePage(`${path}index.html`));
    const tabTo = async (/** @type {string} */ selector) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press("Tab");
        const isThere = await page.evaluate((wanted) =>
          document.activeElement?.matches(wanted) ?? false, selector);
        if (isThere) return;
      }
      throw new Error(`Tab does not come to ${selector}`);
    };
    await tabTo(".skip");
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
    await tabTo('main a[href$="/demos.html"], .turn a[href$="/demos.html"], a[href$="demos.html"]');
    await page.keyboard.press("Enter");
    await expectPage(page, sitePage(`${path}demos.html`));
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await tabTo("button.run");
    await page.keyboard.press("Enter");
    const demo = demoOn(page, lang, "produce");
    await expect(demo.status).toHaveText(identical(sizes.produce));
    await expect(page.getByRole("button", { name: run, exact: true }).first()).toBeFocused();
    await page.goBack();
    await expectPage(page, sitePage(`${path}index.html`));
    await expect(page.locator('a[href$="demos.html"]:focus')).toHaveCount(1);
  });

  test(`${lang}: the engine in the file is damaged: pages are read, Run says so`,
    async ({ page, disk }) => {
      disk.spoil(/เดียว\.html$/, oneLetterOff);
      await page.goto(disk.singleURL(`#/${path}demos.html`));
      await expectPage(page, sitePage(`${path}demos.html`));
      const demo = demoOn(page, lang, "produce");
      await demo.run.click();
      await expect(demo.alert).toContainText("kaen-log.html");
      await expect(demo.run).toBeEnabled();
    });

  test(`${lang}: the licences of all parts are in it`, async ({ page, disk }) => {
    await page.goto(disk.singleURL(`#/${path}index.html`));
    await page.getByRole("link", { name: words[lang].licences, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("licenses.txt");
    await expect(page.locator("pre")).toContainText("Apache License");
    await page.getByRole("link", { name: "kaen-log", exact: true }).click();
    await expectPage(page, sitePage("index.html"));
  });
}

test("what was done is known on the other pages, where nothing can be stored too",
  async ({ page, disk }) => {
    test.slow();
    for (const isForbidden of [false, true]) {
      if (isForbidden) {
        await page.addInitScript(() => Object.defineProperty(window, "localStorage", {
          get() { throw new DOMException("no storage here", "SecurityError"); },
        }));
      }
      await page.goto("about:blank");
      await page.goto(disk.singleURL("#/en/demos.html"));
      const demo = demoOn(page, "en", "produce");
      const kept = page.locator(".progress").first();
      if (isForbidden) await expect(kept).toContainText(words.en.untilLeft);
      await demo.run.click();
      await expect(demo.status).toHaveText(languages.en.identical(sizes.produce));
      await page.getByRole("link", { name: words.en.other, exact: true }).click();
      await expectPage(page, sitePage("demos.html"));
      const inThai = page.locator("section.demo[data-demo=produce] .section-status");
      await expect(inThai.first()).toHaveText(/^browser นี้เคยรันได้ตรงแล้ว/);
      if (isForbidden) await expect(kept).toContainText(words.th.untilLeft);
      await page.getByRole("button", { name: "ล้างความคืบหน้า" }).click();
      await page.goBack();
      await expectPage(page, sitePage("en/demos.html"));
      await expect(page.locator("section.demo[data-demo=produce] .section-status").first())
        .toHaveText(/^Not run yet/);
    }
  });

/** @type {[what: string, change: (text: string) => string][]} */
const faults = [
  ["cut short among its pages", (text) => text.slice(0, text.indexOf("H4sI") + 200_000)],
  ["changed in one letter among its pages", (text) => {
    const end = text.indexOf("</script>", text.indexOf("H4sI"));
    return oneLetterOff(text.slice(0, end)) + text.slice(end);
  }],
];

for (const [what, change] of faults) {
  test(`${what}, it says so in both languages`, async ({ page, disk }) => {
    disk.spoil(/เดียว\.html$/, change);
    await page.goto(disk.singleURL());
    await expect(page.getByRole("alert")).toHaveText([/kaen-log\.html มาใหม่/,
      /Get kaen-log\.html once more/]);
  });
}

test("cut short in the engine, its pages can be read and Run says so", async ({ page, disk }) => {
  disk.spoil(/เดียว\.html$/, (text) => text.slice(0, -300_000));
  await page.goto(disk.singleURL("#/en/demos.html"));
  await expectPage(page, sitePage("en/demos.html"));
  const demo = demoOn(page, "en", "produce");
  await demo.run.click();
  await expect(demo.alert).toContainText("Get kaen-log.html once more");
});

test("without scripts it says what it is, what to open instead, and what the course has",
  async ({ look, disk }) => {
    const page = await look({ noScripts: true });
    await page.goto(disk.singleURL());
    const { text, hidden } = await page.evaluate(() => ({
      text: document.body.innerText,
      hidden: [...document.querySelectorAll("[role=alert]")].map((each) => each.checkVisibility()),
    }));
    expect(hidden).toEqual([false, false, false, false]);
    for (const { lang, html } of pages) {
      const [, heading = ""] = /<h1[^>]*>([^<]*)</.exec(html) ?? [];
      expect(text, lang).toContain(heading.replace(/&#39;/g, "'"));
    }
    expect(text.match(/kaen-log-offline\.zip/g)).toHaveLength(2);
    expect(text).not.toContain("Unpacking");
  });

test("every page fits a phone", async ({ look, disk }) => {
  test.slow();
  const page = await look({ width: 320, height: 568, scale: 2 });
  await page.goto(disk.singleURL());
  for (const what of [...pages, null]) {
    await page.goto(disk.singleURL(`#/${what?.file ?? "licenses.txt"}`));
    if (what) await expectPage(page, what);
    await settled(page);
    expect.soft(await page.evaluate(misfits), what?.file).toEqual([]);
  }
});
