// Cut anywhere, then append; and every cut: as a reader uses them, with a mouse, with a finger,
// with the keyboard, and without scripts, in both languages.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect } from "@playwright/test";

import { OUTCOMES, cells, middle, open, type } from "./cut.js";
import { misfits } from "./fit.js";
import { test } from "./fixture.js";
import { TEXT, faint } from "./inks.js";
import { test as seen } from "./seen.js";
import { half, silent } from "./server.js";

/** @import { Page } from "@playwright/test" */

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const PROGRAM = /\.wasm$/;

for (const lang of /** @type {const} */ (["th", "en"])) {
  test(`${lang}: inside a batch the new one is lost without truncating, at an edge it never is`,
    async ({ page, site }) => {
      const { says, cut, byte, truncate, previous, next, handle, status, alert } =
        await open({ page, site }, lang);
      await expect(status).toHaveText(says.demos);
      expect(site.requests.filter((path) => PROGRAM.test(path))).toEqual([]);
      await type(byte, "700");
      await expect(handle).toHaveValue("700");
      await byte.press("Enter");
      await expect(status).toHaveText(says.blind);
      await expect(cut.getByText(says.drawn)).toBeVisible();
      await truncate.click();
      await expect(status).toHaveText(says.truncated);
      await expect(cut.getByText(says.drawnAll)).toBeVisible();
      await previous.click();
      await expect(status).toHaveText(says.edge);
      await truncate.click();
      await expect(truncate).not.toBeChecked();
      await expect(status).toHaveText(says.edge);
      await previous.click();
      await expect(status).toHaveText(says.before);
      await type(byte, "99999");
      await byte.press("Enter");
      await expect(byte).toHaveValue("1425");
      await expect(status).toHaveText(says.demos);
      await type(byte, "866");
      await byte.press("Enter");
      await expect(status).toHaveText(says.odd);
      await type(byte, "1200");
      await byte.press("Enter");
      await expect(status).toHaveText(says.other);
      await previous.click();
      await expect(status).toHaveText(says.crc);
      for (let i = 0; i < 3; i++) await next.click();
      await expect(byte).toHaveValue("1425");
      await expect(status).toHaveText(says.demos);
      await expect(alert).toBeHidden();
    });

  test(`${lang}: with a mouse the handle stands over the byte that it cuts at`,
    async ({ page, site }) => {
      const { says, cut, handle, byte, status } = await open({ page, site }, lang);
      const [from, near] = [await middle(handle, 1425), await middle(handle, 700)];
      const to = { x: Math.round(near.x), y: near.y }; // WebKitGTK's mouse stands on whole pixels
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 6 });
      expect(site.requests.filter((path) => PROGRAM.test(path))).toEqual([]);
      await expect(status).toHaveText(says.demos); // nothing is said on the way
      await page.mouse.up();
      const at = Number(await byte.inputValue());
      expect(Math.abs(at - 700)).toBeLessThanOrEqual(2); // a pixel is about two bytes
      await expect(status).toHaveText(new RegExp(String(at)));
      // The bar under the handle has 1,562 bytes in all of its width: this is that byte's place.
      const bar = await cut.getByRole("img").boundingBox();
      const { x } = await middle(handle, at);
      expect(Math.abs((bar?.x ?? 0) + (bar?.width ?? 0) * at / 1562 - x)).toBeLessThan(1);
      // Away and back again: what was drawn of this cut still is what came of it.
      const said = new RegExp(`byte 502 .* ${at + 137}$`);
      await expect(cut.getByText(said)).toBeVisible();
      await page.mouse.move(to.x, to.y);
      await page.mouse.down();
      await page.mouse.move(to.x + 40, to.y, { steps: 4 });
      await expect(cut.getByText(said)).toBeHidden();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await expect(byte).toHaveValue(String(at));
      await page.mouse.up();
      await expect(cut.getByText(said)).toBeVisible();
      await byte.press("End");
      await byte.pressSequentially("0");
      await expect(cut.getByText(said)).toBeHidden();
      await byte.press("Backspace");
      await expect(handle).toHaveValue(String(at));
      await expect(cut.getByText(said)).toBeVisible();
    });

  test(`${lang}: with the keyboard alone, both`, async ({ page, site }) => {
    const { says, handle, truncate, status, every, slider, done, cuts } =
      await open({ page, site }, lang);
    await handle.focus();
    await page.keyboard.press("Home");
    await expect(handle).toHaveValue("0");
    await page.keyboard.press("ArrowRight");
    await expect(status).toHaveText(/1 (byte|มี)|at 1:/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("700");
    await expect(handle).toHaveAttribute("aria-valuetext", says.inside);
    await page.keyboard.press("Enter");
    await expect(status).toHaveText(says.blind);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(truncate).toBeFocused();
    await page.keyboard.press("Space");
    await expect(status).toHaveText(says.truncated);
    await every.focus();
    await page.keyboard.press("Enter");
    await expect(done).toHaveText(says.done);
    await page.keyboard.press("Tab");
    await expect(slider).toBeFocused();
    await expect(slider).toHaveAttribute("aria-valuetext", says.readLast);
    await page.keyboard.press("Home");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveValue("3");
    await page.keyboard.press("End");
    await expect(slider).toHaveAttribute("aria-valuetext", says.readLast);
    await expect(cuts.getByText(says.readLast)).toBeVisible();
  });

  test(`${lang}: every length is recovered, has one of seven outcomes, and can be read off`,
    async ({ page, site }) => {
      const { says, cuts, every, slider, done, outcomes } = await open({ page, site }, lang);
      await expect(slider).toBeHidden();
      for (let i = 0; i < 2; i++) { // it can be done again
        await every.click();
        await expect(outcomes).toBeHidden();
        await expect(outcomes).toBeVisible();
        await expect(done).toHaveText(says.done);
      }
      expect(await cells(outcomes)).toEqual(OUTCOMES);
      await slider.fill("700");
      await expect(cuts.getByText(says.read)).toBeVisible();
      await slider.press("ArrowRight");
      await expect(cuts.getByText(says.readMore)).toBeVisible();
      await cuts.getByText(says.all).click();
      expect(await cells(cuts.getByRole("table").last())).toEqual(OUTCOMES);
    });

  test(`${lang}: a program that comes broken is told, and one that never comes can be stopped`,
    async ({ page, site }) => {
      const { says, append, stop, status, alert, every, cuts, done } =
        await open({ page, site }, lang);
      site.spoil(PROGRAM, half);
      await append.click();
      await expect(status).toHaveText(says.cannot);
      await expect(alert).toContainText(/wasm/);
      site.mend();
      site.spoil(PROGRAM, silent);
      await append.click();
      await expect(status).toHaveText(says.loading);
      await expect(alert).toBeHidden();
      await stop.click();
      await expect(status).toHaveText(says.stopped);
      await expect(append).toBeFocused();
      await every.click();
      await expect(done).toHaveText(says.loading);
      await cuts.getByRole("button", { name: says.stop, exact: true }).click();
      await expect(done).toHaveText(says.stopped);
      site.mend();
      await every.click();
      await expect(done).toHaveText(says.done);
      await append.click();
      await expect(status).toHaveText(says.demos);
    });

  test(`${lang}: at 320 pixels all of it fits, before and after`, async ({ page, site }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const { says, cut, cuts, byte, status, every, done, handle, previous } =
      await open({ page, site }, lang);
    await cut.getByText(says.five).click();
    await cuts.getByText(says.all).click();
    expect(await page.evaluate(misfits)).toEqual([]);
    for (const each of [handle, previous]) {
      const box = await each.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await type(byte, "700");
    await byte.press("Enter");
    await expect(status).toHaveText(says.blind);
    await every.click();
    await expect(done).toHaveText(says.done);
    expect(await page.evaluate(misfits)).toEqual([]);
    await page.setViewportSize({ width: 240, height: 640 }); // a small window at 400 %
    const ends = await cuts.evaluate((section) => [...section.querySelectorAll("*")]
      .filter((each) => !each.closest("svg svg"))
      .map((each) => each.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(240);
  });

  test(`${lang}: axe finds nothing, used or not, and all of it can be read, dark too`,
    async ({ page, site, browserName }) => {
      test.skip(browserName !== "chromium", "axe says the same of it in Chromium");
      const { says, truncate, status, every, done } = await open({ page, site }, lang);
      // From outside, so that the pages' policy need not be loosened.
      await page.evaluate(readFileSync(AXE, "utf8"));
      expect(await violations(page)).toEqual([]);
      await truncate.click();
      await expect(status).toHaveText(/1,278/);
      await every.click();
      await expect(done).toHaveText(says.done);
      expect(await violations(page)).toEqual([]);
      for (const look of /** @type {const} */ ([{ colorScheme: "light" }, { colorScheme: "dark" },
        { forcedColors: "active" }])) {
        await page.emulateMedia(look);
        expect(await page.evaluate(faint, TEXT), JSON.stringify(look)).toEqual([]);
      }
    });
}

/**
 * What axe says against both widgets.
 * @param {Page} page
 */
async function violations(page) {
  return page.evaluate(async () => {
    const run = Reflect.get(globalThis, "axe").run;
    /** @type {{ violations: { id: string, nodes: { html: string }[] }[] }} */
    const found = await run({ include: [["section.cut"], ["section.cuts"]] });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

test.describe("with a finger", () => {
  test.use({ hasTouch: true });
  test("a tap on the handle's way cuts there", async ({ page, site, browserName }) => {
    test.skip(browserName !== "chromium", "only Chromium can be touched from here");
    const { handle, status, byte, truncate } = await open({ page, site }, "th");
    const to = await middle(handle, 1000);
    await page.touchscreen.tap(to.x, to.y);
    await expect(byte).not.toHaveValue("1425");
    const at = (await byte.inputValue()).replace(/\B(?=(\d{3})+$)/, ",");
    await expect(status).toHaveText(new RegExp(`^ตัดที่ ${at} ท้าย file มีเศษ .* “เขียนแล้ว”$`));
    await truncate.tap();
    await expect(status).toHaveText(new RegExp(`^ตัดที่ ${at} .*อ่านกลับได้ครบ 4 batch$`));
  });

  test("a finger that scrolls the page leaves both handles where they were",
    async ({ page, site, browserName }) => {
      test.skip(browserName !== "chromium", "only Chromium can be touched from here");
      await page.setViewportSize({ width: 360, height: 640 });
      const { says, handle, slider, byte, cut, cuts, every } = await open({ page, site }, "en");
      await every.click();
      await expect(slider).toBeVisible();
      const fingers = await page.context().newCDPSession(page);
      for (const range of [handle, slider]) {
        const { x, y } = await middle(range, 300);
        const from = await page.evaluate(() => window.scrollY);
        /** @type {(type: "touchStart" | "touchMove" | "touchEnd", up?: number) => Promise<void>} */
        const touch = async (type, up) => {
          const touchPoints = up === undefined ? [] : [{ x, y: y - up }];
          await fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
        };
        await touch("touchStart", 0);
        await expect(range).not.toHaveValue("1425"); // else there is nothing to put back
        for (let up = 20; up <= 200; up += 20) await touch("touchMove", up);
        await touch("touchEnd");
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(from + 100);
        await expect(range).toHaveValue("1425");
      }
      await expect(byte).toHaveValue("1425");
      await expect(cut.getByText(says.drawnFirst)).toBeVisible();
      await expect(cuts.getByText(says.readLast)).toBeVisible();
    });
});

for (const lang of /** @type {const} */ (["th", "en"])) {
  seen(`${lang}: without scripts the still picture and both tables are there to read`,
    async ({ look, site }) => {
      const page = await look({ noScripts: true });
      const { says, cut, cuts, handle, append, every, status } = await open({ page, site }, lang);
      // Nothing in such a page keeps time, so it is the test that looks again and again.
      await expect.poll(() => cut.getByText(says.off).isVisible()).toBe(true);
      expect(await cuts.getByText(says.offCuts).isVisible()).toBe(true);
      for (const each of [handle, append, every]) expect(await each.isVisible()).toBe(false);
      expect(await cut.getByRole("img").isVisible()).toBe(true);
      expect(await status.isVisible()).toBe(true);
      expect(await status.textContent()).toMatch(says.demos);
      await cut.getByText(says.five).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => cut.getByRole("row").count()).toBe(11);
      expect(await cut.getByText(says.never, { exact: true }).count()).toBe(3);
      await cuts.getByText(says.all).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => cuts.getByRole("row").count()).toBe(8);
      expect(await cells(cuts.getByRole("table"))).toEqual(OUTCOMES);
    });
}
