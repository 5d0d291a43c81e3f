// Lose this arrow, as a reader uses it: with a mouse, with a finger, with the keyboard, and without
// scripts, in both languages.

import { expect } from "@playwright/test";

import { misfits } from "./fit.js";
import { test } from "./fixture.js";
import { open } from "./lose.js";
import { test as seen } from "./seen.js";
import { gate, half, silent } from "./server.js";

const PROGRAM = /\.wasm$/;
const LANGS = /** @type {const} */ (["th", "en"]);

for (const lang of LANGS) {
  test(`${lang}: a lost request and a lost ack are the same to the producer, not to the log`,
    async ({ page, site }) => {
      const { says, region, first, loseRequest, loseAck, again, id, cells } =
        await open({ page, site }, lang);
      await expect(first.status).toHaveText(says.ready);
      await expect(again).toBeDisabled();
      expect(site.requests.filter((path) => PROGRAM.test(path))).toEqual([]);
      await loseRequest.click();
      await expect(first.status).toHaveText(says.requestLost);
      await expect(loseRequest).toHaveAttribute("aria-pressed", "true");
      await expect(region.getByText(says.here).first()).toBeVisible();
      await expect(region.getByText(says.nothing)).toBeVisible();
      await expect(region.getByText(says.compare)).toBeVisible();
      await again.click();
      await expect(first.status).toHaveText(says.first1);
      await loseAck.click();
      await expect(first.status).toHaveText(says.ackLost);
      await expect(loseRequest).toHaveAttribute("aria-pressed", "false");
      await expect(region.getByText(says.same)).toBeVisible();
      await again.click();
      await expect(first.status).toHaveText(says.twice);
      await id.check();
      await expect(first.status).toHaveText(says.duplicate);
      await expect(region.getByText(says.compare)).toBeVisible();
      await loseRequest.click();
      await expect(first.status).toHaveText(says.requestLost);
      await expect(region.getByText(says.same)).toBeVisible();
      await again.click();
      await expect(first.status).toHaveText(says.append);
      const [once = "", twice = ""] = says.copies;
      for (const [i, copies] of [once, once, twice, once].entries()) {
        await expect(cells[i] ?? region).toHaveText(copies);
      }
    });

  test(`${lang}: all four cases are tried with one press, and cleared`, async ({ page, site }) => {
    const { says, region, first, all, id, cells } = await open({ page, site }, lang);
    await all.click();
    await expect(first.status).toHaveText(says.done);
    await expect(region.getByText(says.same)).toBeVisible();
    await expect(id).toBeChecked();
    await first.reset.click();
    await expect(first.status).toHaveText(says.ready);
    await expect(id).not.toBeChecked();
    for (const cell of cells) await expect(cell).toHaveText(says.untried);
  });

  test(`${lang}: the window slides, forgets the oldest, and refuses it`, async ({ page, site }) => {
    const { says, region, second, next, gap, slots, batches, batch, send } =
      await open({ page, site }, lang);
    await expect(second.status).toHaveText(says.sent);
    await expect(region.getByText(says.none, { exact: true })).toBeVisible();
    await next.click();
    await expect(second.status).toHaveText(says.appended);
    await expect(slots).toHaveText(["0..1", says.empty, says.empty, says.empty, says.empty]);
    await send(5);
    await expect(second.status).toHaveText(says.evicts);
    await expect(slots).toHaveText(["2..2", "3..4", "5..5", "6..7", "8..8"]);
    await expect(region.getByText(says.dropped)).toBeVisible();
    await batch(2, "2..2", 1).click();
    await expect(second.status).toHaveText(says.isDuplicate);
    await expect(region.getByText(says.dropped)).toBeHidden();
    await batch(1, "0..1", 1).click();
    await expect(second.status).toHaveText(says.isOut);
    await expect(region.getByText(says.end)).toBeVisible();
    await gap.click();
    await expect(second.status).toHaveText(says.isGone);
    await expect(batch(7, "9..10", 0)).toBeVisible();
    await next.click();
    await expect(second.status).toHaveText(says.isGap);
    await expect(slots).toHaveText(["2..2", "3..4", "5..5", "6..7", "8..8"]);
    await second.reset.click();
    await expect(second.status).toHaveText(says.sent);
    await expect(batches).toHaveCount(0);
  });

  test(`${lang}: a restart reads back one segment whole, and of small ones the last`,
    async ({ page, site }) => {
      const { says, region, second, restart, many, one, slots, batch, send } =
        await open({ page, site }, lang);
      await send(6);
      await restart.click();
      await expect(second.status).toHaveText(says.restarted(1, 5));
      await expect(slots).toHaveText(["2..2", "3..4", "5..5", "6..7", "8..8"]);
      await many.check();
      await expect(second.status).toHaveText(says.replayed);
      await expect(second.status).toHaveText(says.restarted(6, 1));
      await expect(slots).toHaveText(["8..8", says.empty, says.empty, says.empty, says.empty]);
      await expect(region.getByText(says.forgotten)).toBeVisible();
      await expect(region.getByText(says.ends)).toBeVisible();
      await batch(5, "6..7", 1).click();
      await expect(second.status).toContainText("OUT_OF_ORDER_SEQUENCE_NUMBER");
      await one.check();
      await expect(second.status).toContainText("DUPLICATE");
    });

  test(`${lang}: everything goes by keyboard, and the focus stays`, async ({ page, site }) => {
    const { says, first, second, loseAck, again, id, next, slots, batch, many } =
      await open({ page, site }, lang);
    await loseAck.focus();
    await page.keyboard.press("Enter");
    await expect(first.status).toHaveText(says.ackLost);
    await page.keyboard.press("Tab");
    await expect(again).toBeFocused();
    await page.keyboard.press("Space");
    await expect(first.status).toHaveText(says.twice);
    await expect(again).toBeFocused();
    await id.focus();
    await page.keyboard.press("Space");
    await expect(first.status).toHaveText(says.duplicate);
    await next.focus();
    await page.keyboard.press("Enter");
    await expect(slots.first()).toHaveText("0..1");
    await page.keyboard.press("Enter");
    await expect(slots.nth(1)).toHaveText("2..2");
    await batch(2, "2..2", 1).focus();
    await page.keyboard.press("Enter");
    await expect(second.status).toHaveText(says.isDuplicate);
    await expect(batch(2, "2..2", 1)).toBeFocused();
    await many.focus();
    await page.keyboard.press("Space");
    await expect(many).toBeChecked();
    await expect(second.status).toContainText("DUPLICATE");
  });

  test(`${lang}: a program that comes broken is told, and one that never comes can be stopped`,
    async ({ page, site }) => {
      const { says, first, second, loseAck, next, batches } = await open({ page, site }, lang);
      site.spoil(PROGRAM, half);
      await next.click();
      await expect(second.status).toHaveText(says.cannot);
      await expect(second.alert).toContainText(/wasm/);
      site.mend();
      site.spoil(PROGRAM, silent);
      await next.click();
      await expect(second.status).toHaveText(says.loading);
      await expect(second.alert).toBeHidden();
      await second.stop.click();
      await expect(second.status).toHaveText(says.stopped);
      await expect(next).toBeFocused();
      await expect(batches).toHaveCount(0);
      site.mend();
      await next.click();
      await expect(second.status).toHaveText(says.appended);
      await loseAck.click();
      await expect(first.status).toHaveText(says.ackLost);
    });

  test(`${lang}: what is pressed while another story is on its way goes on from that one`,
    async ({ page, site }) => {
      const { says, region, first, loseRequest, loseAck, again, id } =
        await open({ page, site }, lang);
      const { hold, letGo } = gate();
      site.spoil(PROGRAM, hold);
      await loseAck.click();
      await expect(first.status).toHaveText(says.loading);
      await again.click();
      await expect(again).toBeDisabled();
      await expect(first.status).toHaveText(says.loading);
      await id.click();
      letGo();
      await expect(first.status).toHaveText(says.duplicate);
      await expect(id).toBeChecked();
      await expect(loseAck).toHaveAttribute("aria-pressed", "true");
      await id.click();
      await expect(first.status).toHaveText(says.twice);
      // Both at once, before what the first of them asks for has come.
      await loseRequest.evaluate((lose, resend) => {
        for (const each of [lose, resend]) if (each instanceof HTMLElement) each.click();
      }, await again.elementHandle());
      await expect(first.status).toHaveText(says.first1);
      await expect(loseRequest).toHaveAttribute("aria-pressed", "true");
      await expect(region.getByText(says.nothing)).toBeVisible();
    });

  test(`${lang}: Stop takes back what was asked for, and names a button that asks for it again`,
    async ({ page, site }) => {
      const { says, first, second, loseAck, again, id, all, next, gap } =
        await open({ page, site }, lang);
      site.spoil(PROGRAM, silent);
      for (const [pressed, name] of /** @type {const} */ ([[loseAck, says.loseAck],
        [all, says.all]])) {
        await pressed.click();
        await expect(first.status).toHaveText(says.loading);
        await first.stop.click();
        await expect(first.status).toHaveText(says.stopped);
        await expect(first.status).toContainText(name);
        await expect(pressed).toBeFocused();
        await expect(again).toBeDisabled();
        await expect(id).not.toBeChecked();
      }
      await loseAck.click();
      await id.click();
      await first.stop.click();
      await expect(first.status).toContainText(says.loseAck);
      await expect(id).toBeChecked(); // it asks for nothing by itself
      await gap.click();
      await expect(second.status).toHaveText(says.loading);
      await second.stop.click();
      await expect(second.status).toContainText(says.gap);
      await expect(gap).toBeFocused();
      site.mend();
      await loseAck.click();
      await expect(first.status).toHaveText(says.ackLost);
      await again.click();
      await expect(first.status).toHaveText(says.duplicate);
      await next.click();
      await expect(second.status).toHaveText(says.appended);
    });

  test(`${lang}: at 320 pixels nothing is cut off, after all four and sixty-four moves`,
    async ({ page, site }) => {
      test.slow();
      await page.setViewportSize({ width: 320, height: 640 });
      const { says, first, second, all, next, batches, send } = await open({ page, site }, lang);
      const unused = await page.evaluate(misfits); // pages.spec.js has the page as it comes
      await all.click();
      await expect(first.status).toHaveText(says.done);
      await send(64);
      await next.click();
      await expect(second.status).toHaveText(says.full);
      await expect(batches).toHaveCount(64);
      expect(await page.evaluate(misfits)).toEqual(unused);
    });
}

test.describe("with a finger", () => {
  test.use({ hasTouch: true });
  for (const lang of LANGS) {
    test(`${lang}: taps lose, send and send again`, async ({ page, site, browserName }) => {
      test.skip(browserName !== "chromium", "only Chromium can be touched from here");
      const { says, first, second, loseAck, again, next, batch } =
        await open({ page, site }, lang);
      await loseAck.tap();
      await expect(first.status).toHaveText(says.ackLost);
      await again.tap();
      await expect(first.status).toHaveText(says.twice);
      await next.tap();
      await expect(second.status).toHaveText(says.appended);
      await batch(1, "0..1", 1).tap();
      await expect(second.status).toContainText("DUPLICATE");
    });
  }
});

for (const lang of LANGS) {
  seen(`${lang}: without scripts the four cases and two stories are there to read`,
    async ({ look, site }) => {
      const page = await look({ noScripts: true });
      const { says, region, loseAck, next } = await open({ page, site }, lang);
      // Nothing in such a page keeps time, so it is the test that looks again and again.
      await expect.poll(() => region.getByText(says.off).isVisible()).toBe(true);
      expect(await loseAck.isVisible()).toBe(false);
      expect(await next.isVisible()).toBe(false);
      await region.getByText(says.details).focus();
      await page.keyboard.press("Enter");
      /** @param {string} name */
      const rows = (name) => region.getByRole("region", { name, exact: true }).getByRole("row");
      await expect.poll(() => rows(says.four).count()).toBe(5);
      const copies = await rows(says.four).getByRole("cell").allTextContents();
      expect(copies.filter((_, i) => i % 4 === 3)).toEqual(["1", "2", "1", "1"]);
      for (const [name, verdict] of /** @type {const} */ ([[says.one, "DUPLICATE"],
        [says.many, "OUT_OF_ORDER_SEQUENCE_NUMBER"]])) {
        expect(await rows(name).count()).toBe(11);
        expect(await rows(name).last().textContent()).toContain(verdict);
      }
    });
}
