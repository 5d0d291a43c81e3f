// What the page for authors says is enough: a new author's page is written from it alone, with
// nothing but what stands in its tables and code, and runs at the first try.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "@playwright/test";

import { dist } from "./dist.js";
import { EVERYTHING, bare, elementOn, put, shared, test, watch } from "./element.js";
import { languages } from "./fixture.js";
import { serve } from "./server.js";

/** @import { Page } from "@playwright/test" */
/** @import { Lang } from "./fixture.js" */
/** @import { Site } from "./server.js" */

/** What stands in the examples for the site's address. */
const EXAMPLE = "https://example.org/kaen-log/";

/**
 * What an author finds on the page.
 * @param {Page} page
 * @param {Site} site
 * @param {Lang} lang
 */
async function guide(page, site, lang) {
  const url = `${site.url}${languages[lang].path}authors.html`;
  await page.goto(url);
  const blocks = await page.locator("pre.code").allInnerTexts();
  /** The code block that has these words, with the site's address in it. */
  const code = (/** @type {string} */ words) => {
    const found = blocks.filter((block) => block.includes(words));
    expect(found, `code with ${words}`).toHaveLength(1);
    return (found[0] ?? "").replaceAll(EXAMPLE, site.url).trim();
  };
  const links = await page.locator("table").first().locator("a[download]").evaluateAll((all) =>
    all.map((each) => each.getAttribute("href") ?? ""));
  const step = await page.locator("p", { hasText: /^(ขั้นที่|Step) 3/ }).innerText();
  return {
    code,
    policy: code("Content-Security-Policy: ").replace(/^.*?: /, "").replace(/\s+/g, " "),
    files: links.map((href) => new URL(href, url).href),
    /** how the line begins that says that all is well */
    verdict: /“([^”]+)”/.exec(step)?.[1] ?? "no words in step 3",
  };
}

/**
 * The author's page: what such a page has anyway, and what was copied.
 * @param {string} lang
 * @param {string} copied
 */
const written = (lang, copied) => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>My lesson</title>
<link rel="stylesheet" href="style.css"></head>
<body><h1>My lesson</h1>
${copied}
</body></html>
`;

for (const lang of /** @type {Lang[]} */ (["th", "en"])) {
  test(`a page that is written from the page for authors runs at the first try (${lang})`,
    async ({ page, site }) => {
      const { code, policy, files, verdict } = await guide(page, site, lang);
      const mine = await serve();
      try {
        mine.spoil(EVERYTHING, ({ headers, ...answer }) => ({
          ...answer, headers: { ...headers, "content-security-policy": policy } }));
        expect(files).toHaveLength(5);
        for (const file of files) {
          const data = Buffer.from(await (await fetch(file)).arrayBuffer());
          put(mine, `lesson/kaen-log/${file.replace(/^.*\//, "")}`, data,
            { "content-security-policy": policy });
        }
        const headers = { "content-security-policy": policy };
        put(mine, "lesson/style.css", code("::part(run)"), headers);
        put(mine, "lesson/mine.js", `${code("// mine.js")}\ndocument.title = demo.state;`, headers);
        const at = put(mine, "lesson/index.html", written(lang, code("<klog-demo ")), headers);
        const seen = await watch(page, mine.url);
        await page.goto(at);
        const { host, run, status, alert } = elementOn(page, 0, lang);
        await expect(host.locator(":scope > p")).toBeVisible();
        await run.click();
        await expect(status).toContainText(verdict);
        expect((await status.innerText()).startsWith(verdict)).toBe(true);
        await expect(alert).toBeHidden();
        expect(seen.filter((each) => !each.includes("favicon"))).toEqual([]);

        put(mine, "lesson/index.html", written(lang,
          `${code("<klog-demo ")}\n<script type="module" src="mine.js"></script>`), headers);
        await page.goto(at);
        await expect(page).toHaveTitle("own");
      } finally {
        await mine.close();
      }
    });

  test(`the other ways of the page for authors run too (${lang})`, async ({ page, site }) => {
    const { code, verdict } = await guide(page, site, lang);
    site.spoil(EVERYTHING, bare);
    site.spoil(/^\/embed\//, shared);
    const mine = await serve();
    try {
      mine.spoil(EVERYTHING, bare);
      const demo = code("<klog-demo ").replace(/^<script.*\n/, "");
      put(mine, "one.js", readFileSync(join(dist, "embed/klog-demo.all.js")));
      const one = '<script defer src="one.js"></script>';
      for (const script of [code("integrity="), one]) {
        await page.goto(put(mine, "lesson.html", written(lang, `${script}\n${demo}`)));
        const { run, status } = elementOn(page, 0, lang);
        await run.click();
        await expect(status).toContainText(verdict);
      }
      await page.goto(put(mine, "frame.html", written(lang, code("<iframe "))));
      const { run, status } = elementOn(page.frameLocator("iframe"), 0, lang);
      await run.click();
      await expect(status).toContainText(verdict);
    } finally {
      await mine.close();
    }
  });
}

test("a policy of nonces needs what the page for authors says", async ({ page, site }) => {
  const { code, verdict } = await guide(page, site, "en");
  const mine = await serve();
  try {
    const policy = "default-src 'none'; script-src 'nonce-bm9uY2U' 'wasm-unsafe-eval'; "
      + "connect-src 'self'; worker-src 'self'";
    mine.spoil(EVERYTHING, ({ headers, ...answer }) => ({
      ...answer, headers: { ...headers, "content-security-policy": policy } }));
    const copied = code("<klog-demo ").replace("<script", '<script nonce="bm9uY2U"')
      .replace("kaen-log/", "../embed/");
    const seen = await watch(page, mine.url);
    await page.goto(put(mine, "lesson/index.html", written("en", copied).replace(/<link.*?>/, ""),
      { "content-security-policy": policy }));
    const { run, status, alert } = elementOn(page);
    await run.click();
    await expect(status).toContainText(verdict);
    await expect(alert).toBeHidden();
    expect(seen.filter((each) => !each.includes("favicon"))).toEqual([]);
  } finally {
    await mine.close();
  }
});
