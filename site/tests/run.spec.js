// A reader presses Run and reads what it says: all demos, both languages, other flags.

import { expect } from "@playwright/test";

import { demoOn, languages, open, sizes, test } from "./fixture.js";
import { gate } from "./server.js";

/** @import { Lang, Name } from "./fixture.js" */

const langs = /** @type {Lang[]} */ (Object.keys(languages));
const names = /** @type {Name[]} */ (Object.keys(sizes));

for (const lang of langs) {
  const words = languages[lang];

  test(`${lang}: all three demos are identical, with one worker`, async ({ page, site }) => {
    const demo = await open({ page, site }, lang, "produce");
    await expect(demo.status).toHaveText(words.ready);
    for (const name of names) {
      const { run, status, alert } = demoOn(page, lang, name);
      await run.click();
      await expect(status).toHaveText(words.identical(sizes[name]));
      await expect(run).toBeFocused();
      await expect(alert).toBeHidden();
    }
    const says = lang === "th"
      ? (/** @type {string} */ bytes) => `ตรงกัน: ${bytes} จาก 4,664 byte`
      : (/** @type {string} */ bytes) => `identical: ${bytes} bytes of 4,664`;
    await expect(demo.section(/12 byte แรก/)).toContainText(says("629"));
    await expect(demo.section(/ท้าย file ที่ขาด/)).toContainText(says("1,124"));
    expect(site.requests.filter((path) => path.endsWith(".wasm"))).toHaveLength(1);
    expect(site.requests.filter((path) => /worker/.test(path))).toHaveLength(1);
  });

  test(`${lang}: other flags get a neutral verdict and show their own lines`,
    async ({ page, site }) => {
      const demo = await open({ page, site }, lang, "produce");
      await demo.flag("--batches").fill("5");
      await demo.flag("--acks").fill("0");
      await demo.flag("--acks").press("Enter");
      await expect(demo.status).toHaveText(lang === "th"
        ? /^ผลของคุณ: [\d,]+ byte · flag ชุดนี้ไม่มี golden ให้เทียบ · เปลี่ยน \d+ บรรทัด$/
        : /^Your run: [\d,]+ bytes; no golden output for these flags; \d+ lines changed\.$/);
      const offsets = demo.section(/broker เป็นคนแจก offset/);
      await expect(offsets.getByText("log end offset สุดท้าย 20", { exact: true })).toBeVisible();
      await expect(offsets.getByText("log end offset สุดท้าย 9", { exact: true })).toBeHidden();
      await expect(offsets).toContainText(lang === "th" ? "ผลของคุณ (บรรทัดที่เพิ่มมา):"
        : "your run (one more line):");
      if (lang === "en") await expect(offsets).toContainText("Final log end offset: 20.");

      await demo.reset.click();
      await expect(demo.status).toHaveText(words.ready);
      await expect(demo.flag("--batches")).toHaveValue("3");
      await expect(offsets.getByText("log end offset สุดท้าย 9", { exact: true })).toBeVisible();
      await expect(offsets.getByText("log end offset สุดท้าย 20", { exact: true })).toHaveCount(0);
      await demo.run.click();
      await expect(demo.status).toHaveText(words.identical(sizes.produce));
    });

  test(`${lang}: a section that the flags leave out says so`, async ({ page, site }) => {
    const demo = await open({ page, site }, lang, "dedup");
    await demo.flag("--resend").uncheck();
    await demo.run.click();
    await expect(demo.section(/ack หาย · producer/)).toContainText(lang === "th"
      ? "รอบนี้ไม่ได้พิมพ์หัวข้อนี้ · ต้องใส่ --resend"
      : "not printed in this run: it needs --resend");
  });

  test(`${lang}: a wrong flag is said beside its field`, async ({ page, site }) => {
    const demo = await open({ page, site }, lang, "produce");
    const batches = demo.flag("--batches");
    await batches.fill("65");
    await batches.press("Enter");
    await expect(demo.status).toHaveText(lang === "th"
      ? "ยังไม่ได้รัน เพราะค่าของ --batches ใช้ไม่ได้" : "Not run: --batches is wrong.");
    await expect(batches).toBeFocused();
    await expect(batches).toHaveAttribute("aria-invalid", "true");
    await expect(batches).toHaveAccessibleDescription(lang === "th"
      ? /“65” ใช้ไม่ได้ · ใส่จำนวนเต็มตั้งแต่ 1 ถึง 64$/
      : /“65” can't be used: a whole number from 1 to 64 is allowed\.$/);
    await batches.fill("3");
    await expect(batches).not.toHaveAttribute("aria-invalid");
    await demo.run.click();
    await expect(demo.status).toHaveText(words.identical(sizes.produce));
  });
}

test("wrong values of each kind are told apart", async ({ page, site }) => {
  const demo = await open({ page, site }, "en", "dedup");
  for (const [flag, value, says] of /** @type {[string, string, RegExp][]} */ ([
    ["--seq", "9..7", /“9\.\.7” can't be used: A\.\.B is allowed, with 0 ≤ A ≤ B ≤ 9999\./],
    ["--seq", "", /Nothing is given here: A\.\.B is allowed/],
    ["--pid", "9223372036854775807", /from 0 to 9223372036854775806 is allowed\./],
    ["--pid", "1e3", /“1e3” can't be used/],
  ])) {
    await demo.flag(flag).fill(value);
    await demo.run.click();
    await expect(demo.flag(flag)).toHaveAccessibleDescription(says);
    await expect(demo.flag(flag)).toBeFocused();
    await demo.reset.click();
    await expect(demo.flag(flag)).not.toHaveAttribute("aria-invalid");
  }
});

test("a producer id past 53 bits keeps every digit", async ({ page, site }) => {
  const demo = await open({ page, site }, "en", "dedup");
  await demo.flag("--pid").fill("9223372036854775806");
  await demo.run.click();
  await expect(demo.status).toHaveText(/^Your run: /);
  await expect(demo.region).toContainText("producer id 9223372036854775806 · producer epoch 0");
});

test("flags that change no line say so", async ({ page, site }) => {
  const demo = await open({ page, site }, "en", "recovery");
  await demo.flag("--now-ms").fill("1");
  await demo.run.click();
  await expect(demo.status).toHaveText(
    "Your run: 1,505 bytes; no golden output for these flags; 0 lines changed.");
  await expect(demo.section(/broker restart/)).toContainText(
    "your run: 378 bytes, the same as in the golden output");
});

test("demos that are run at once take turns", async ({ page, site }) => {
  await open({ page, site }, "en", "produce");
  for (const name of names) await demoOn(page, "en", name).run.click();
  for (const name of names) {
    await expect(demoOn(page, "en", name).status).toHaveText(languages.en.identical(sizes[name]));
  }
});

test("Stop ends a run, and Run starts anew", async ({ page, site }) => {
  const program = gate();
  site.spoil(/\.wasm$/, program.hold);
  const demo = await open({ page, site }, "en", "produce");
  await expect(demo.stop).toBeHidden();
  await demo.run.click();
  await expect(demo.status).toHaveText("Loading the engine …");
  await demo.stop.click();
  await expect(demo.status).toHaveText("Stopped. Press Run to start again.");
  await expect(demo.stop).toBeHidden();
  await expect(demo.run).toBeFocused();
  program.letGo();
  site.mend();
  await demo.run.click();
  await expect(demo.status).toHaveText(languages.en.identical(sizes.produce));
});

test("the keyboard alone is enough", async ({ page, site }) => {
  const demo = await open({ page, site }, "en", "produce");
  await demo.flag("--acks").focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
  await expect(demo.run).toBeFocused();
  await page.keyboard.press("Space");
  await expect(demo.status).toHaveText(languages.en.identical(sizes.produce));
  await expect(demo.run).toBeFocused();
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await expect(demo.status).toHaveText(/^Your run: /);
  await expect(demo.flag("--batches")).toBeFocused();
});
