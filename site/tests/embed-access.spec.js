// <klog-demo> for everybody: by its names and roles, by the keyboard, in the dark, in colours of
// the reader's own, on a phone; and one announcement a run.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect } from "@playwright/test";

import { elementOn, put, tag, test } from "./element.js";
import { misfits } from "./fit.js";
import { languages, sizes } from "./fixture.js";
import { TEXT, faint } from "./inks.js";

/** @import { Page } from "@playwright/test" */

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @param {Page} page */
async function violations(page) {
  return page.evaluate(async () => {
    const run = Reflect.get(globalThis, "axe").run;
    /** @type {{ violations: { id: string, nodes: { html: string,
     *   failureSummary: string }[] }[] }} */
    const found = await run(document, { resultTypes: ["violations"] });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
      `${id}: ${html.slice(0, 200)} ${failureSummary}`));
  });
}

for (const lang of /** @type {const} */ (["th", "en"])) {
  test(`${lang}: everything has a name and a role, before a run and after it`,
    async ({ page, write }) => {
      await write({ lang, tags: tag(`demo="produce" lang="${lang}"`) });
      await page.evaluate(axe);
      const { host, run, reset, status, flag } = elementOn(page, 0, lang);
      const group = host.getByRole("group").first();
      await expect(group).toHaveAccessibleName(/produce/);
      expect(await violations(page)).toEqual([]);
      await run.click();
      await expect(status).toHaveText(languages[lang].identical(sizes.produce));
      expect(await violations(page)).toEqual([]);
      await expect(reset).toBeVisible();
      for (const name of ["--acks", "--batches", "--truncate-tail", "--now-ms"]) {
        await expect(flag(name)).toHaveCount(1);
      }
      await expect(flag("--batches")).toHaveAccessibleDescription(/64/);
      // The golden output is Thai, whatever the page is.
      await expect(host.locator("[lang=th]", { hasText: "== " }).first()).toBeAttached();
      for (const region of await host.getByRole("region").all()) {
        await expect(region).toHaveAccessibleName(/./);
      }
    });
}

test("a run is announced once, in words; nothing else speaks", async ({ page, write }) => {
  await write();
  await page.locator("klog-demo").evaluate((element) => {
    /** @type {string[]} */
    const spoken = [];
    Object.defineProperty(document, "spoken", { value: spoken });
    const root = element.shadowRoot;
    if (!root) throw new Error("no shadow root");
    new MutationObserver((changes) => {
      /** @type {Set<Element>} */
      const live = new Set();
      for (const { target } of changes) {
        const within = target instanceof Element ? target : target.parentElement;
        const region = within?.closest("[role=status], [role=alert], [role=log], [aria-live]");
        if (region && region.getAttribute("aria-live") !== "off") live.add(region);
      }
      for (const region of live) {
        const text = (region.textContent ?? "").trim();
        if (text) spoken.push(text);
      }
    }).observe(root, { subtree: true, childList: true, characterData: true });
  });
  const { run, status } = elementOn(page);
  const spoken = () => page.evaluate(() =>
    /** @type {string[]} */ (Reflect.get(document, "spoken")));
  await run.click();
  await expect(status).toHaveText(languages.en.identical(sizes.recovery));
  expect(await spoken()).toEqual([languages.en.identical(sizes.recovery)]);
});

test("the keyboard alone is enough, and what has the focus is marked",
  async ({ page, write }) => {
    await write({ tags: tag('demo="produce" lang="en"') });
    const { host, run, status, flags, flag } = elementOn(page);
    await expect(run).toBeVisible();
    const focused = () => host.evaluate((element) => {
      const at = element.shadowRoot?.activeElement;
      if (!at) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const name = at.textContent?.trim() || at.id || at.tagName;
      return `${name} ${outlineStyle !== "none" && parseFloat(outlineWidth) >= 2}`;
    });
    await page.keyboard.press("Tab");
    for (let i = 0; i < 10 && !(await focused())?.startsWith("Run"); i++) {
      await page.keyboard.press("Tab");
    }
    expect(await focused()).toBe("Run true");
    await page.keyboard.press("Enter");
    await expect(status).toHaveText(languages.en.identical(sizes.produce));
    expect(await focused()).toBe("Run true");
    /** @type {(string | null)[]} */
    const order = [];
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      const at = await focused();
      if (at === null) break; // past the element: no trap
      order.push(at);
    }
    expect(await focused()).toBe(null);
    expect(order.filter((each) => each?.endsWith("false"))).toEqual([]);
    await flags.click();
    await flag("--batches").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await expect(status).toHaveText(/^Your run: /);
    await expect(flag("--batches")).toBeFocused();
  });

/** @param {Page} page */
const groundOf = (page) => elementOn(page).run.evaluate((button) => {
  const group = button.closest("[part~=controls]") ?? button;
  const { color } = getComputedStyle(group);
  const [r = 0, g = 0, b = 0] = (color.match(/\d+/g) ?? []).map(Number);
  return r + g + b < 3 * 128 ? "light" : "dark"; // ink on paper, or the reverse
});

test("light on a dark system, dark on a light one, or as the system is: all can be read",
  async ({ page, site, write }) => {
    const style = put(site, "lesson/scheme.css", `:root { color-scheme: light dark;
      background: light-dark(#ffffff, #101010); color: light-dark(#101010, #f0f0f0) }`);
    for (const [theme, system, is] of /** @type {const} */ ([["light", "dark", "light"],
      ["dark", "light", "dark"], ["auto", "dark", "dark"], ["auto", "light", "light"]])) {
      await page.emulateMedia({ colorScheme: system });
      await write({ head: `<link rel="stylesheet" href="${style}">`,
        tags: tag(`demo="recovery" lang="en" theme="${theme}"`) });
      const { run, status, flags, flag } = elementOn(page);
      const name = `theme ${theme} on a ${system} system`;
      expect.soft(await groundOf(page), name).toBe(is);
      expect.soft(await page.evaluate(faint, TEXT), name).toEqual([]);
      await run.click();
      await expect(status).toHaveText(languages.en.identical(sizes.recovery));
      expect.soft(await page.evaluate(faint, TEXT), `${name}, after a run`).toEqual([]);
      await flags.click();
      await flag("--now-ms").fill("x");
      await run.click();
      await expect(flag("--now-ms")).toHaveAttribute("aria-invalid", "true");
      expect.soft(await page.evaluate(faint, TEXT), `${name}, refused`).toEqual([]);
    }
  });

test("in colours of the reader's own all can be read, and the focus be seen",
  async ({ page, write }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await write({ tags: tag('demo="produce" lang="en"') });
    const { run, status } = elementOn(page);
    await run.click();
    await expect(status).toHaveText(languages.en.identical(sizes.produce));
    expect(await page.evaluate(faint, TEXT)).toEqual([]);
    await run.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await expect(run).toBeFocused();
    expect(await run.evaluate((button) => getComputedStyle(button).outlineStyle)).not.toBe("none");
  });

test("at 320 pixels, in a narrow column, and printed: nothing is cut off",
  async ({ page, site, write }) => {
    const style = put(site, "lesson/column.css", "main { width: 280px }");
    for (const [width, head] of /** @type {const} */ ([[320, ""], [1000,
      `<link rel="stylesheet" href="${style}">`]])) {
      await page.setViewportSize({ width, height: 640 });
      await write({ head, tags: tag('demo="dedup" lang="th"') });
      const { host, run, status, flags, flag } = elementOn(page, 0, "th");
      expect.soft(await page.evaluate(misfits), `${width} px`).toEqual([]);
      await run.click();
      await expect(status).toHaveText(languages.th.identical(sizes.dedup));
      expect.soft(await page.evaluate(misfits), `${width} px, after a run`).toEqual([]);
      await page.emulateMedia({ media: "print" });
      await expect(host).toContainText("== ");
      await expect(run).toBeHidden();
      const faults = await page.evaluate(misfits);
      expect.soft(faults.filter((each) => !/texts are small/.test(each)), // paper is read from near
        `${width} px, printed`).toEqual([]);
      await page.emulateMedia({ media: "screen" });
      await flags.click();
      await flag("--seq").fill("one or the other, whichever it may be that is meant here");
      await run.click();
      await expect(flag("--seq")).toHaveAttribute("aria-invalid", "true");
      expect.soft(await page.evaluate(misfits), `${width} px, refused`).toEqual([]);
    }
  });
