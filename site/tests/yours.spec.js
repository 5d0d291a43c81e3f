// The code that a page shows for a page of the reader's own: it says what the build has, follows
// what is chosen and set, and runs where it is put.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { expect } from "@playwright/test";

import { FILES, elementOn, folder, integrityOf, put, shared } from "./element.js";
import { demoOn, languages, sizes, test } from "./fixture.js";
import { pagesWith } from "./pages.js";
import { missing, serve } from "./server.js";

/** @import { Page } from "@playwright/test" */
/** @import { Lang } from "./fixture.js" */

const says = {
  th: {
    button: "เอา demo ไปใส่ในหน้าเว็บของคุณ", script: /^วาง code นี้/, frame: /iframe$/,
    what: "แสดง", copy: /^copy: วาง/, copied: "copy แล้ว", selected: /^browser นี้ไม่ให้ copy/,
    all: "ทุกหัวข้อ",
  },
  en: {
    button: "Put a demo into a page of yours", script: /^Put this into your page/,
    frame: /^Where your site takes no scripts/, what: "Show", copy: /^Copy: Put/,
    copied: "Copied.", selected: /^This browser does not let/, all: "all sections",
  },
};

const SCRIPT = /\/assets\/yours-/;

/**
 * What the page's foot has for it.
 * @param {Page} page
 * @param {Lang} lang
 */
function codeOn(page, lang) {
  const words = says[lang];
  const foot = page.getByRole("contentinfo");
  return {
    button: foot.getByRole("button", { name: words.button }),
    script: foot.getByRole("region", { name: words.script }),
    frame: foot.getByRole("region", { name: words.frame }),
    choice: foot.getByRole("combobox", { name: words.what }),
    copy: foot.getByRole("button", { name: words.copy }),
    said: foot.getByRole("status").filter({ hasText: /cop(?:y|ied)/i }),
    alert: foot.getByRole("alert"),
  };
}

/** @param {string} html */
const aPage = (html) => `<!doctype html>\n<meta charset="utf-8">\n<title>Mine</title>\n${html}\n`;

for (const { path, lang } of pagesWith(" data-yours=")) {
  test(`${path || "/"} shows it when it is asked for, with version and integrity`,
    async ({ page, site }) => {
      await page.goto(site.url + path);
      const code = codeOn(page, lang);
      await expect(code.button).toBeVisible();
      expect(site.requests.filter((each) => SCRIPT.test(each))).toEqual([]);
      await code.button.click();
      await expect(code.script).toContainText(integrityOf("klog-demo.js"));
      const { version } = JSON.parse(readFileSync(resolve(folder, "package.json"), "utf8"));
      await expect(code.script).toContainText(`<!-- kaen-log ${version} -->`);
      await expect(code.script).toContainText(`src="${site.url}embed/klog-demo.js"`);
      await expect(code.frame).toContainText(`src="${site.url}embed.html#demo=`);
      await expect(code.button).toHaveAttribute("aria-expanded", "true");
      await code.button.click();
      await expect(code.script).toBeHidden();
      await expect(code.button).toHaveAttribute("aria-expanded", "false");
      expect(site.requests.filter((each) => SCRIPT.test(each)).length).toBe(1);
    });
}

for (const lang of /** @type {const} */ (["th", "en"])) {
  const chapter = `${languages[lang].path}07-idem.html`;

  test(`${lang}: put into a page of another origin, it runs`, async ({ page, site }) => {
    await page.goto(site.url + chapter);
    const code = codeOn(page, lang);
    await code.button.click();
    const text = await code.script.textContent() ?? "";
    site.spoil(FILES, shared);
    const other = await serve();
    try {
      await page.goto(put(other, "mine.html", aPage(text)));
      const element = elementOn(page, 0, lang);
      await expect(element.host.getByRole("link")).toHaveAttribute("href", site.url + chapter);
      await element.run.click();
      await expect(element.status).toContainText(sizes.dedup);
      await expect(element.status).toHaveText(languages[lang].identical(sizes.dedup));
    } finally {
      await other.close();
    }
  });

  test(`${lang}: the frame runs in a page of another origin, with the flags as they are set`,
    async ({ page, site }) => {
      const demo = demoOn(page, lang, "dedup");
      await page.goto(`${site.url}${languages[lang].path}demos.html`);
      await demo.flag("--seq").fill("0..2");
      const code = codeOn(page, lang);
      await code.button.click();
      await code.choice.selectOption({ label: `dedup: ${says[lang].all}` });
      await expect(code.script).toContainText('<klog-demo demo="dedup" seq="0..2" lang=');
      const text = await code.frame.textContent() ?? "";
      expect(text).toContain("seq=0..2");
      const other = await serve();
      try {
        await page.goto(put(other, "mine.html", aPage(text)));
        const element = elementOn(page.frameLocator("iframe"), 0, lang);
        await element.run.click();
        await expect(element.status).toContainText(/golden/);
        await element.flags.click();
        await expect(element.flag("--seq")).toHaveValue("0..2");
      } finally {
        await other.close();
      }
    });
}

test("a part of a demo can be chosen, and what is copied is what is shown",
  async ({ page, site, context, browserName }) => {
    const isChromium = browserName === "chromium"; // elsewhere nobody may read what was copied
    if (isChromium) await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${site.url}en/03-produce.html`);
    const code = codeOn(page, "en");
    await code.button.click();
    await code.choice.selectOption({ label: "produce: acks" });
    await expect(code.script).toContainText('<klog-demo demo="produce" section="acks" lang="en">');
    await code.copy.click();
    await expect(code.said).toHaveText(says.en.copied);
    if (!isChromium) return;
    expect(await page.evaluate(() => navigator.clipboard.readText()))
      .toBe(await code.script.textContent());
  });

test("where a button may not copy, the code is selected", async ({ page, site, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.goto(`${site.url}03-produce.html`);
  const code = codeOn(page, "th");
  await code.button.click();
  await code.copy.click();
  await expect(code.said).toHaveText(says.th.selected);
  expect(await page.evaluate(() => `${document.getSelection()}`))
    .toBe(await code.script.textContent());
});

test("what a reader typed into a flag stays a flag's value", async ({ page, site }) => {
  await page.goto(`${site.url}en/demos.html`);
  await demoOn(page, "en", "dedup").flag("--seq").fill('"><b>&');
  const code = codeOn(page, "en");
  await code.button.click();
  await code.choice.selectOption({ label: "dedup: all sections" });
  await expect(code.script).toContainText('seq="&quot;>&lt;b>&amp;"');
});

test("where its script does not come, the foot says so, and the next press tries anew",
  async ({ page, site }) => {
    site.spoil(SCRIPT, missing);
    await page.goto(`${site.url}en/07-idem.html`);
    const code = codeOn(page, "en");
    await code.button.click();
    await expect(code.alert).toContainText("404");
    site.mend();
    await code.button.click();
    await expect(code.script).toBeVisible();
  });
