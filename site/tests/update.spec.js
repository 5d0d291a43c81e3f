// A new version of the saved course is offered and never forced; no page is of two versions; and
// there is a way out of all of it.

import { expect } from "@playwright/test";

import { built, courseOf, derived, marked } from "./deploy.js";
import { languages, sizes } from "./fixture.js";
import { cachesOf, footOf, isSaved, registrations, save, test } from "./offline.js";
import { html, missing } from "./server.js";

/** @import { BrowserContext, Page } from "@playwright/test" */
/** @import { Build, Host } from "./deploy.js" */

/** What the next build's pages say in their foot. */
const MARK = "of the next build";

/** A custom section without contents: another program that does the same. */
const SECTION = Buffer.from([0, 2, 1, 0x78]);

/** The next build: every page, script and style is another one, and the program too. */
const next = (/** @type {Build} */ from) => marked(derived(from, (path, bytes) =>
  path.endsWith(".wasm") ? Buffer.concat([bytes, SECTION]) : bytes), MARK);

/**
 * Holds that a page, and everything that it is made of, is of one build.
 * @param {Page} page
 * @param {Build} build
 * @param {boolean} isNext
 */
async function isOf(page, build, isNext) {
  await expect(page.getByRole("contentinfo").getByText(MARK)).toHaveCount(isNext ? 1 : 0);
  const parts = await page.evaluate(() => performance.getEntriesByType("resource")
    .map(({ name }) => new URL(name).pathname.slice(1)).filter((path) => /^assets\//.test(path)));
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect([...build.keys()], part).toContain(part);
}

/** @param {Page} page */
const savedBuilds = async (page) => Object.keys(await cachesOf(page))
  .map((name) => name.split(" ")[2]).filter((name) => name !== "standing").sort();

for (const lang of /** @type {const} */ (["th", "en"])) {
  test(`${lang}: a new version is offered in all tabs, and taken in all when one takes it`,
    async ({ page, server, context }) => {
      const [first, second] = [built(), next(built())];
      const url = `${server.origin}/${languages[lang].path}`;
      const foot = await save(page, `${url}03-produce.html`, lang);
      const radio = page.locator("section.quiz").first().getByRole("radio").nth(1);
      await radio.check();
      await page.locator("section.quiz").first().locator("button").click();
      const other = await context.newPage();
      await other.goto(`${url}primer.html`);
      await isSaved(other, lang, first);
      server.deploy("/", second);
      server.requests.length = 0;
      await page.reload();
      await expect(foot.said(foot.words.newer)).toBeVisible();
      const beside = footOf(other, lang);
      await expect(beside.take).toBeVisible();
      expect(new Set(server.requests).size).toBeLessThan(courseOf(second).files.length);
      await isOf(page, first, false);
      await isOf(other, first, false);
      await other.goto(`${url}recovery.html`); // offered is not taken
      await isOf(other, first, false);
      await expect(beside.take).toBeVisible();
      expect(await savedBuilds(page)).toEqual(
        [courseOf(first).build, courseOf(second).build].sort());

      await server.goDown();
      await foot.take.click();
      for (const tab of [page, other]) {
        await expect(tab.getByText(MARK)).toBeVisible();
        await isSaved(tab, lang, second);
        await isOf(tab, second, true);
        await expect(footOf(tab, lang).take).toBeHidden();
      }
      await expect(radio).toBeChecked();
      await expect.poll(() => savedBuilds(page)).toEqual([courseOf(second).build]);
      await page.goto(`${url}demos.html`);
      const demo = page.locator("section.demo[data-demo=recovery]");
      await demo.getByRole("button", { name: languages[lang].run, exact: true }).click();
      await expect(demo.getByRole("status")).toHaveText(languages[lang].identical(sizes.recovery));
      await isOf(page, second, true);
    });
}

/** A build whose runs wait until the page says "go". */
const held = () => derived(built(), (path, bytes) => /\/worker\./.test(path) ? `
const go = new Promise((resolve) => { new BroadcastChannel("go").onmessage = resolve; });
const add = globalThis.addEventListener.bind(globalThis);
globalThis.addEventListener = (type, listener) =>
  add(type, type === "message" ? (event) => void go.then(() => listener(event)) : listener);
${bytes}` : bytes);

/** @param {Page} page */
const letGo = (page) => page.evaluate(() => new BroadcastChannel("go").postMessage("now"));

/**
 * Saves a build whose runs are held, opens its demos in another tab, and has the next one offered.
 * @param {{ page: Page, server: Host, context: BrowserContext }} given
 */
async function offeredBeside({ page, server, context }) {
  const [first, second] = [held(), next(built())];
  server.deploy("/", first);
  const foot = await save(page, `${server.origin}/en/`, "en", first);
  const other = await context.newPage();
  await other.goto(`${server.origin}/en/demos.html`);
  await isSaved(other, "en", first);
  server.deploy("/", second);
  await page.reload();
  await expect(foot.take).toBeVisible();
  return { first, second, foot, other };
}

test("a new version is not taken while something runs in another tab",
  async ({ page, server, context }) => {
    const { second, foot, other } = await offeredBeside({ page, server, context });
    const beside = footOf(other, "en");
    await expect(beside.take).toBeVisible();
    const demo = other.locator("section.demo[data-demo=recovery]");
    await demo.getByRole("button", { name: "Run", exact: true }).click();
    await expect(beside.take).toBeHidden(); // nothing is offered in a run
    await foot.take.click();
    await expect(foot.said("A run in another tab comes first …")).toBeVisible();
    await letGo(page);
    for (const tab of [page, other]) await expect(tab.getByText(MARK)).toBeVisible();
    await isOf(page, second, true);
    await isOf(other, second, true);
  });

test("a run under way when another tab moves is ended with its own build",
  async ({ page, server, context }) => {
    const { first, second, other } = await offeredBeside({ page, server, context });
    await server.goDown();
    const demo = other.locator("section.demo[data-demo=recovery]");
    await demo.getByRole("button", { name: "Run", exact: true }).click();
    await expect(demo.getByRole("status")).toContainText(/engine|Running/);
    // As a tab does it that does not hear of the run.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      registration?.waiting?.postMessage({ type: "take" });
    });
    await expect(page.getByText(MARK)).toBeVisible();
    await isOf(page, second, true);
    await letGo(page);
    await expect(demo.getByRole("status")).toHaveText(languages.en.identical(sizes.recovery));
    await isOf(other, first, false);
    expect(await savedBuilds(page)).toEqual(
      [courseOf(first).build, courseOf(second).build].sort());
    const beside = footOf(other, "en");
    await expect(beside.said(/^The course has moved to its new version; this tab stays/))
      .toBeVisible();
    await beside.foot.getByRole("button", { name: "Load this tab anew" }).click();
    await expect(other.getByText(MARK)).toBeVisible();
    await isOf(other, second, true);
    await expect.poll(() => savedBuilds(page)).toEqual([courseOf(second).build]);
  });

test("a new version that can't be saved is said, and the saved one stays",
  async ({ page, server }) => {
    const [first, second] = [built(), next(built())];
    const foot = await save(page, `${server.origin}/en/`, "en");
    server.deploy("/", second);
    server.spoil(/\/en\/primer\.html$/, missing);
    await page.reload();
    await expect(foot.alert).toContainText("A new version of the course is there, but it can't be "
      + "saved. The server answers HTTP 404 for the file en/primer.html.");
    await expect(foot.take).toBeHidden();
    // A browser may try twice, as a page opens and as the page asks for it.
    await expect.poll(() => savedBuilds(page)).toEqual([courseOf(first).build]);
    await server.goDown();
    await page.goto(`${server.origin}/en/primer.html`);
    await isOf(page, first, false);
    await server.comeBack();
    server.spoil(/\/en\/primer\.html$/, null);
    await page.reload();
    await expect(foot.take).toBeVisible();
  });

for (const [what, fault] of /** @type {const} */ ([["404", missing], ["HTML", html]])) {
  test(`${what} in place of sw.js changes nothing`, async ({ page, server }) => {
    const first = built();
    await save(page, `${server.origin}/en/`, "en");
    server.deploy("/", next(first));
    server.spoil(/\/sw\.js$/, fault);
    /** @type {Error[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(error));
    server.requests.length = 0;
    await page.reload();
    await expect.poll(() => server.requests).toContain("/sw.js");
    await server.goDown();
    await page.goto(`${server.origin}/en/primer.html`);
    await isSaved(page, "en", first);
    await isOf(page, first, false);
    await expect(footOf(page, "en").alert).toBeHidden();
    expect(errors).toEqual([]);
  });
}

test("sw-off.js in place of sw.js: caches and worker go, pages and answers stay",
  async ({ page, server }) => {
    const first = built();
    const foot = await save(page, `${server.origin}/en/03-produce.html`, "en");
    const radio = page.locator("section.quiz").first().getByRole("radio").nth(1);
    await radio.check();
    await page.locator("section.quiz").first().locator("button").click();
    await page.evaluate(async () => {
      await (await caches.open("kaen-log /other/ abc")).put("/x", new Response("of another copy"));
    });
    const second = next(first);
    server.deploy("/", new Map([...second, ["sw.js", second.get("sw-off.js") ?? Buffer.alloc(0)]]));
    await page.reload();
    await isOf(page, first, false);
    await expect.poll(() => registrations(page)).toEqual([]);
    // WebKitGTK forgets what was put into it a moment before.
    expect(Object.keys(await cachesOf(page))).toEqual(["kaen-log /other/ abc"]);
    await expect(foot.save).toBeVisible();
    await page.reload();
    await isOf(page, second, true); // from the network again
    await expect(radio).toBeChecked();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await foot.save.click();
    await expect(foot.alert).toContainText("Whoever hosts this site has switched saving off.");
    expect(await registrations(page)).toEqual([]);
  });

test("a host goes back to the build that is saved", async ({ page, server }) => {
  const first = built();
  const foot = await save(page, `${server.origin}/en/`, "en");
  server.deploy("/", next(first));
  await page.reload();
  await expect(foot.take).toBeVisible();
  server.deploy("/", first);
  server.spoil(/\/en\/primer\.html$/, missing); // what is saved already is not asked for again
  server.requests.length = 0;
  await page.reload();
  await expect.poll(() => server.requests).toContain("/sw.js");
  await expect(foot.take).toBeVisible();
  await server.goDown();
  await page.goto(`${server.origin}/en/primer.html`);
  await isSaved(page, "en", first);
  await isOf(page, first, false);
});
