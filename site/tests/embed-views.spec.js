// What <klog-demo> shows of a run: the output judged in place, line by line, its bytes, its
// pictures, and what is said beside a flag.

import { readFileSync } from "node:fs";

import { expect } from "@playwright/test";

import { golden } from "./dist.js";
import { elementOn, tag, test } from "./element.js";
import { misfits } from "./fit.js";
import { languages, sizes } from "./fixture.js";
import { TEXT, faint } from "./inks.js";
import { changed } from "./server.js";

/** @import { Locator } from "@playwright/test" */
/** @import { Lang } from "./fixture.js" */

const commas = (/** @type {number} */ n) => n.toLocaleString("en-US");
const langs = /** @type {Lang[]} */ (Object.keys(languages));
const words = {
  en: { bytes: "The output's bytes", region: /^The output's bytes in hex/,
    pictures: "Pictures of this run", drawn: /^Drawn by the engine, from a run with these flags/,
    differs: (/** @type {number} */ byte) => `Byte ${commas(byte)} is the first that differs: `
      + "45 in the golden output, 65 in this run." },
  th: { bytes: "byte ของผลนี้", region: /^byte ของผลนี้เป็น hex/, pictures: "ภาพของรอบนี้",
    drawn: /^engine วาดจากรอบที่รันด้วย flag ชุดนี้/,
    differs: (/** @type {number} */ byte) => `byte ที่ ${commas(byte)} เป็นตัวแรกที่ต่างกัน · `
      + "golden เป็น 45 · รอบนี้เป็น 65" },
};
/** What pictures say, from the sources. */
const said = Object.fromEntries(langs.map((lang) => [lang, JSON.parse(readFileSync(
  new URL(`../content/${lang}/pictures.json`, import.meta.url), "utf8"))]));

/** @param {Locator} group */
const shown = (group) => group.filter({ visible: true });

/**
 * The bytes that a dump shows, and where each row says that it begins.
 * @param {Locator} dump
 */
async function read(dump) {
  const rows = ((await dump.textContent()) ?? "").trimEnd().split("\n");
  const bytes = rows.flatMap((row) =>
    (row.slice(10, row.indexOf("|")).match(/[0-9a-f]{2}/g) ?? []).map((hex) => parseInt(hex, 16)));
  return { bytes: Buffer.from(bytes), starts: rows.map((row) => parseInt(row.slice(0, 8), 16)) };
}

test("flags of one's own: what is changed, added and left out is said, line by line",
  async ({ page, write }) => {
    await write({ tags: tag('demo="produce" lang="en" batches="4" truncate-tail="false"') });
    const { host, run, status } = elementOn(page);
    await run.click();
    await expect(status).toHaveText(/^Your run: [\d,]+ bytes; no golden output for these flags/);
    const section = (/** @type {RegExp} */ name) => host.getByRole("group", { name });
    const frame = section(/12 byte แรก/);
    await expect(frame).toContainText("your run: 629 bytes, the same as in the golden output");
    const offsets = section(/broker เป็นคนแจก offset/);
    await expect(offsets).toContainText("your run (one more line):");
    await expect(offsets).toContainText("your run (changed):");
    const end = offsets.getByText("log end offset สุดท้าย 14", { exact: true });
    await expect(end).toBeVisible();
    await expect(end).toHaveAttribute("lang", "th");
    await expect(shown(offsets.getByText("log end offset สุดท้าย 9", { exact: true })))
      .toHaveCount(0);
    await expect(offsets.getByText("Final log end offset: 14.", { exact: true })).toBeVisible();
    await expect(section(/ท้าย file ที่ขาด/))
      .toContainText("not printed in this run: it needs --truncate-tail");
  });

for (const lang of langs) {
  test(`${lang}: a golden byte that is another: the place is told, and both texts and bytes`,
    async ({ page, site, write }) => {
      site.spoil(/klog-demo\.all\.js$/, changed("log end offset สุดท้าย 9", 4, 0x45));
      await write({ by: "all", sealed: false, tags: tag(`demo="produce" lang="${lang}"`) });
      const { host, run, status } = elementOn(page, 0, lang);
      await run.click();
      await expect(status).toContainText("U+0045");
      await expect(status).toContainText("หนึ่งคำตอบต่อหนึ่ง batch");
      const section = host.getByRole("group", { name: /broker เป็นคนแจก offset/ });
      for (const text of ["log End offset สุดท้าย 9", "log end offset สุดท้าย 9"]) {
        await expect(shown(section.getByText(text, { exact: true }))).toHaveCount(1);
      }
      await host.getByText(words[lang].bytes, { exact: true }).click();
      const pos = golden("03-produce.txt").indexOf("log end offset สุดท้าย 9") + 4;
      const region = host.getByRole("region", { name: words[lang].region });
      await expect(host.getByText(words[lang].differs(pos + 1))).toBeVisible();
      await expect(region.locator("mark")).toHaveText(["65", "e"]);
      await region.scrollIntoViewIfNeeded();
      await expect(region.locator("mark").first()).toBeInViewport();
      expect((await read(region)).bytes.equals(golden("03-produce.txt"))).toBe(true);
    });

  test(`${lang}: the bytes are the output's, and a section's say where they are`,
    async ({ page, write }) => {
      await write({ lang, tags: tag(`demo="produce" lang="${lang}"`)
        + tag(`demo="produce" section="acks" lang="${lang}"`) });
      const file = golden("03-produce.txt");
      const texts = file.toString("utf8").trimEnd().split("\n\n");
      const acks = texts.find((text) => text.startsWith("== acks")) ?? "";
      for (const [at, want] of [file, Buffer.from(acks)].entries()) {
        const { host, run, status } = elementOn(page, at, lang);
        await run.click();
        await expect(status).toContainText(want.length.toLocaleString("en-US"));
        await host.getByText(words[lang].bytes, { exact: true }).click();
        const region = host.getByRole("region", { name: words[lang].region });
        await expect(region).toBeVisible();
        const { bytes, starts } = await read(region);
        expect(bytes.equals(want)).toBe(true);
        expect(starts[0]).toBe(file.indexOf(want));
        await expect(region.locator("mark")).toHaveCount(0);
      }
    });

  test(`${lang}: pictures are drawn when they are opened, and gone through by their buttons`,
    async ({ page, write }) => {
      await write({ lang, tags: tag(`demo="dedup" lang="${lang}" seq="3..5"`) });
      const { host, run, status } = elementOn(page, 0, lang);
      await run.click();
      await expect(status).toContainText(/^(Your run|ผลของคุณ)/);
      await expect(host.getByRole("figure")).toHaveCount(0);
      await host.getByText(words[lang].pictures, { exact: true }).click();
      await expect(host.getByRole("figure")).toHaveCount(3);
      const say = (/** @type {string} */ key) => said[lang][key] ?? key;
      for (const name of ["window", "verdicts", "marks"]) {
        const figure = host.getByRole("figure", { name: say(`${name}.caption`) });
        await expect(figure.getByRole("img", { name: say(`${name}.caption`) })).toBeVisible();
        await expect(figure.getByText(words[lang].drawn)).toBeVisible();
      }
      const figure = host.getByRole("figure", { name: say("window.caption") });
      await expect(figure).toContainText("3..5");
      const first = figure.getByRole("button", { name: say("ui.first"), exact: true });
      const next = figure.getByRole("button", { name: say("ui.next"), exact: true });
      await first.click();
      const step = (/** @type {number} */ n) => say("ui.step").split("{steps}")[0]
        ?.replace("{step}", String(n)) ?? "";
      await expect(figure.getByText(step(1))).toBeVisible();
      await next.click();
      await expect(figure.getByText(step(2))).toBeVisible();
      await next.press("End");
      await expect(next).toHaveAttribute("aria-disabled", "true");
      await expect(next).toBeFocused();
    });

  test(`${lang}: lines have English under them on a page in English, and only there`,
    async ({ page, write }) => {
      await write({ lang, tags: tag(`demo="recovery" lang="${lang}"`) });
      const { host, run, status } = elementOn(page, 0, lang);
      await run.click();
      await expect(status).toHaveText(languages[lang].identical(sizes.recovery));
      await expect(host.getByText("scan ไป 6 batch", { exact: true })).toBeVisible();
      await expect(host.getByText("Batches scanned: 6.", { exact: true }))
        .toHaveCount(lang === "en" ? 1 : 0);
    });

  test(`${lang}: a wrong flag is told beside its field, which is opened and has the focus`,
    async ({ page, write }) => {
      await write({ lang, tags: tag(`demo="dedup" lang="${lang}" seq="9..7"`) });
      const { host, run, status, flag } = elementOn(page, 0, lang);
      await run.click();
      await expect(status).toContainText("--seq");
      await expect(flag("--seq")).toBeFocused();
      await expect(flag("--seq")).toHaveAccessibleDescription(/“9\.\.7”.*A\.\.B/);
      await expect(host.getByText(/^“9\.\.7”/)).toBeVisible();
      await flag("--seq").fill("7..9");
      await expect(flag("--seq")).not.toHaveAttribute("aria-invalid", "true");
      await flag("--seq").press("Enter");
      await expect(status).toHaveText(languages[lang].identical(sizes.dedup));
    });
}

test("what was open is open in the next run, and shows that one", async ({ page, write }) => {
  await write({ tags: tag('demo="recovery" lang="en"') });
  const { host, run, status, flags, flag } = elementOn(page);
  await run.click();
  await expect(status).toHaveText(languages.en.identical(sizes.recovery));
  await host.getByText(words.en.bytes, { exact: true }).click();
  await host.getByText(words.en.pictures, { exact: true }).click();
  await expect(host.getByRole("figure")).toHaveCount(2);
  await flags.click();
  await flag("--now-ms").fill("1");
  await run.click();
  await expect(status).toHaveText(/^Your run: 1,505 bytes/);
  await expect(host.getByRole("figure")).toHaveCount(2);
  const region = host.getByRole("region", { name: words.en.region });
  expect((await read(region)).bytes.equals(golden("recovery.txt"))).toBe(true);
});

test("with all of it open, nothing is cut off at 320 pixels, and all can be read in both themes",
  async ({ page, write }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const [name, theme] of [["produce", "light"], ["dedup", "dark"]]) {
      await write({ tags: tag(`demo="${name}" lang="en" theme="${theme}"`) });
      const { host, run, status } = elementOn(page);
      await run.click();
      await expect(status).toHaveText(/^Identical/);
      await host.getByText(words.en.bytes, { exact: true }).click();
      await host.getByText(words.en.pictures, { exact: true }).click();
      await expect(host.getByRole("figure").first()).toBeVisible();
      expect.soft(await page.evaluate(misfits), name).toEqual([]);
      expect.soft(await page.evaluate(faint, TEXT), `${name}, ${theme}`).toEqual([]);
    }
  });
