// The course saved, as a reader sees it: the foot's buttons and what is said there.

import { test as base, expect } from "@playwright/test";

import { built, courseOf, host } from "./deploy.js";

/** @import { Page } from "@playwright/test" */
/** @import { Build, Host } from "./deploy.js" */
/** @import { Lang } from "./fixture.js" */

/**
 * @type {import("@playwright/test").Fixtures<{ server: Host }, {},
 *   import("@playwright/test").PlaywrightTestArgs>}
 */
const fixtures = {
  server: async ({ context: _ }, use) => {
    const server = await host();
    server.deploy("/", built());
    await use(server);
    await server.close();
  },
};

export const test = base.extend(fixtures);

const commas = (/** @type {number} */ n) => n.toLocaleString("en-US");

/** @param {Lang} lang */
const ofLang = (lang) => ({
  th: {
    save: /^เก็บบทเรียนไว้อ่าน offline \((\d+\.\d) MB\)$/, stop: "หยุดเก็บ",
    remove: "ลบบทเรียนที่เก็บไว้", mend: "เก็บส่วนที่ขาดไป",
    saved: (/** @type {number} */ files, /** @type {number} */ bytes) =>
      new RegExp(`^เก็บบทเรียนไว้ครบแล้ว ${commas(files)} file · ${commas(bytes)} byte · `),
    saving: /^กำลังเก็บ: \d+\.\d จาก \d+\.\d MB$/, removed: "ลบแล้ว · คำตอบของคุณยังอยู่",
    newer: /^มีบทเรียนรุ่นใหม่เก็บไว้ข้างรุ่นนี้แล้ว/, take: "ใช้รุ่นใหม่",
  },
  en: {
    save: /^Save the course for reading offline \((\d+\.\d) MB\)$/, stop: "Stop saving",
    remove: "Remove the saved course", mend: "Save what is missing",
    saved: (/** @type {number} */ files, /** @type {number} */ bytes) =>
      new RegExp(`^The whole course is saved: ${commas(files)} files, ${commas(bytes)} bytes\\.`),
    saving: /^Saving: \d+\.\d of \d+\.\d MB$/, removed: "Removed. Your answers are still here.",
    newer: /^A new version of the course is saved beside this one/, take: "Use the new version",
  },
}[lang]);

/**
 * The foot of a page.
 * @param {Page} page
 * @param {Lang} lang
 */
export function footOf(page, lang) {
  const words = ofLang(lang);
  const foot = page.getByRole("contentinfo");
  const button = (/** @type {string | RegExp} */ name) => foot.getByRole("button", { name });
  return {
    words, foot, alert: foot.getByRole("alert"),
    save: button(words.save), stop: button(words.stop), remove: button(words.remove),
    mend: button(words.mend), take: button(words.take),
    said: (/** @type {string | RegExp} */ text) =>
      foot.getByRole("status").filter({ hasText: text }),
  };
}

/**
 * Opens a page, saves the course there, and waits until that is said.
 * @param {Page} page
 * @param {string} url
 * @param {Lang} lang
 * @param {Build} [build] that is served
 */
export async function save(page, url, lang, build = built()) {
  await page.goto(url);
  const foot = footOf(page, lang);
  await foot.save.click();
  await isSaved(page, lang, build);
  return foot;
}

/**
 * @param {Page} page
 * @param {Lang} lang
 * @param {Build} build
 */
export async function isSaved(page, lang, build) {
  const foot = footOf(page, lang);
  const { files, bytes } = courseOf(build);
  await expect(foot.said(foot.words.saved(files.length, bytes))).toBeVisible();
  await expect(foot.remove).toBeVisible();
}

/**
 * The caches of the page's origin, and how much is in each.
 * @param {Page} page
 */
export const cachesOf = (page) => page.evaluate(async () => {
  /** @type {{ [name: string]: number }} */
  const found = {};
  for (const name of await caches.keys()) {
    found[name] = (await (await caches.open(name)).keys()).length;
  }
  return found;
});

/**
 * How many bytes of files all caches hold together.
 * @param {Page} page
 */
export const keptBytes = (page) => page.evaluate(async () => {
  let sum = 0;
  for (const name of await caches.keys()) {
    if (name.endsWith("standing")) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (request.url.endsWith("sw.js?whole")) continue;
      sum += (await (await cache.match(request))?.arrayBuffer())?.byteLength ?? 0;
    }
  }
  return sum;
});

/**
 * The scopes of the service workers of the page's origin.
 * @param {Page} page
 */
export const registrations = (page) => page.evaluate(async () =>
  (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
