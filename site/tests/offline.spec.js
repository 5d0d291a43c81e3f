// The course is saved on request, whole or not at all, and opens and runs without a network.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { expect } from "@playwright/test";

import { built, courseOf } from "./deploy.js";
import { languages } from "./fixture.js";
import { cachesOf, footOf, isSaved, keptBytes, registrations, save, test } from "./offline.js";
import { pages } from "./pages.js";
import { empty, gate, half, html, missing } from "./server.js";
import { runDemos } from "./use.js";

/** @import { Fault } from "./server.js" */

/** @param {Buffer} bytes */
const packed = (bytes) => gzipSync(bytes, { level: 9 }).length;

const langs = /** @type {const} */ (["th", "en"]);

const golden = readFileSync(fileURLToPath(
  new URL("../../engine/demo/golden/recovery.txt", import.meta.url)), "utf8");

for (const lang of langs) {
  test(`${lang}: every page opens and every demo runs without a server`,
    async ({ page, server }) => {
      test.slow(); // it opens everything
      const build = built();
      await save(page, `${server.origin}/${languages[lang].path}`, lang, build);
      await server.goDown();
      server.requests.length = 0;
      for (const { path } of pages) {
        const response = await page.goto(`${server.origin}/${path}`);
        expect(response?.status(), path).toBe(200);
        await expect(page.locator("h1").first()).toBeVisible();
      }
      await page.goto(`${server.origin}/${languages[lang].path}demos.html`);
      await runDemos(page, lang);
      await page.goto(`${server.origin}/${languages[lang].path}http.html`);
      expect(await page.evaluate(async () => {
        const { klogFetch } = /** @type {any} */ (globalThis);
        return (await klogFetch("/v1/demos/recovery")).text();
      })).toBe(golden);
      await isSaved(page, lang, build);
      expect(server.requests).toEqual([]);
    });
}

for (const lang of langs) {
  test(`${lang}: the button says the size, the line how it goes, and that it is whole`,
    async ({ page, server }) => {
      const build = built();
      const { bytes, files } = courseOf(build);
      const wasm = gate();
      server.spoil(/\.wasm$/, wasm.hold);
      await page.goto(`${server.origin}/${languages[lang].path}`);
      const foot = footOf(page, lang);
      const label = await foot.save.textContent();
      expect(foot.words.save.exec(label ?? "")?.[1]).toBe((bytes / 1e6).toFixed(1));
      await foot.save.click();
      await expect(foot.said(foot.words.saving)).toBeVisible();
      await expect(foot.stop).toBeFocused();
      await expect(foot.said(/[1-9]\.\d .* \d+\.\d MB$|0\.[1-9] .* \d+\.\d MB$/)).toBeVisible();
      await expect(foot.remove).toBeHidden();
      wasm.letGo();
      await isSaved(page, lang, build);
      await expect(foot.remove).toBeFocused();
      const asked = new Set(server.requests.map((path) => path.replace(/\/$/, "/index.html")));
      expect([...asked].filter((path) => path !== "/sw.js").sort())
        .toEqual(files.map(([path]) => `/${path}`).sort());
      expect(Object.values(await cachesOf(page)).sort((a, b) => a - b)).toEqual(
        [1, files.length + 1]);
      expect(await keptBytes(page)).toBe(bytes);
    });
}

/** @type {[string, RegExp, Fault, RegExp, RegExp][]} */
const faults = [
  ["a page is missing", /primer\.html$/, missing,
    /HTTP 404 เมื่อขอ file (en\/)?primer\.html/, /HTTP 404 for the file (en\/)?primer\.html/],
  ["HTML in place of the program", /klog\.[^/]*\.wasm$/, html,
    /หน้า HTML มาแทน file assets\/klog/, /a page of HTML in place of the file assets\/klog/],
  ["half of the program", /klog\.[^/]*\.wasm$/, half, /มาไม่ครบ/,
    /is cut short: [\d,]+ of [\d,]+ bytes/],
  ["an empty script", /\/worker\.[^/]*\.js$/, empty, /ว่างเปล่า/, /worker\.\w+\.js is empty/],
  ["a page of another build", /recovery\.html$/,
    (answer) => ({ ...answer, body: Buffer.concat([answer.body, Buffer.from("<!-- other -->")]) }),
    /ไม่ใช่ของบทเรียนรุ่นนี้/, /is not of this version of the course/],
  ["no sw.js", /\/sw\.js$/, missing,
    /HTTP 404 เมื่อขอ file sw\.js/, /HTTP 404 for the file sw\.js/],
  ["HTML in place of sw.js", /\/sw\.js$/, html,
    /HTML มาแทน file sw\.js/, /HTML in place of the file sw/],
];

for (const [name, file, fault, th, en] of faults) {
  test(`${name}: it is said, nothing is left, and the next press saves`,
    async ({ page, server }) => {
      for (const lang of langs) {
        server.spoil(file, fault);
        await page.goto(`${server.origin}/${languages[lang].path}`);
        const foot = footOf(page, lang);
        await foot.save.click();
        await expect(foot.alert).toContainText({ th, en }[lang]);
        await expect(foot.save).toBeFocused();
        expect(Object.keys(await cachesOf(page)).filter((each) => !each.endsWith("standing")))
          .toEqual([]);
        expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
        expect(await registrations(page)).toEqual([]);
      }
      server.spoil(file, null);
      const foot = footOf(page, "en");
      await foot.save.click();
      await isSaved(page, "en", built());
      await expect(foot.alert).toBeHidden();
    });
}

test("the connection goes while the course is saved, and comes back", async ({ page, server }) => {
  const wasm = gate();
  server.spoil(/\.wasm$/, wasm.hold);
  await page.goto(`${server.origin}/en/`);
  const foot = footOf(page, "en");
  await foot.save.click();
  await expect(foot.said(foot.words.saving)).toBeVisible();
  await expect.poll(() => server.requests.some((path) => path.endsWith(".wasm"))).toBe(true);
  await server.goDown();
  wasm.letGo();
  await expect(foot.alert).toContainText(/can't be fetched: no connection|is cut short/);
  expect(await registrations(page)).toEqual([]);
  await server.comeBack();
  await foot.save.click();
  await isSaved(page, "en", built());
});

test("saving is stopped, and nothing is left", async ({ page, server }) => {
  const wasm = gate();
  server.spoil(/\.wasm$/, wasm.hold);
  await page.goto(`${server.origin}/`);
  const foot = footOf(page, "th");
  await foot.save.click();
  await expect.poll(() => server.requests.some((path) => path.endsWith(".wasm"))).toBe(true);
  await foot.stop.click();
  await expect(foot.said("หยุดแล้ว · ไม่ได้เก็บอะไรไว้")).toBeVisible();
  await expect(foot.save).toBeFocused();
  await expect(foot.alert).toBeHidden();
  expect(await cachesOf(page)).toEqual({});
  expect(await registrations(page)).toEqual([]);
  wasm.letGo();
});

test("what was saved is removed again, answers stay, and pages go on with the network",
  async ({ page, server }) => {
    await page.goto(`${server.origin}/en/03-produce.html`);
    const quiz = page.locator("section.quiz").first();
    await quiz.getByRole("radio").nth(1).check();
    await quiz.getByRole("button", { name: "Check" }).click();
    const foot = await save(page, `${server.origin}/en/03-produce.html`, "en");
    await foot.remove.click();
    await expect(foot.said(foot.words.removed)).toBeVisible();
    await expect(foot.save).toBeFocused();
    expect(await cachesOf(page)).toEqual({});
    expect(await registrations(page)).toEqual([]);
    await page.reload();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await expect(quiz.getByRole("radio").nth(1)).toBeChecked();
    await expect(foot.save).toBeVisible();
    await save(page, `${server.origin}/en/`, "en");
  });

test("what the browser dropped is said, and fetched again", async ({ page, server }) => {
  await save(page, `${server.origin}/en/`, "en");
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (/primer\.html$/.test(request.url)) await cache.delete(request);
      }
    }
  });
  await page.reload();
  const foot = footOf(page, "en");
  const dropped = foot.said("The browser has dropped some of the saved course.");
  await expect(dropped).toBeVisible();
  const before = await keptBytes(page);
  server.spoil(/primer\.html$/, missing);
  await foot.mend.click();
  await expect(foot.alert).toHaveText(/^The server answers HTTP 404 for the file (en\/)?primer/);
  await expect(dropped).toBeVisible();
  expect(await keptBytes(page)).toBeGreaterThanOrEqual(before); // what is there stays
  server.spoil(/primer\.html$/, null);
  await foot.mend.click();
  await isSaved(page, "en", built());
});

test("addresses as hosts have them: folders, no ending, queries; a page that is none",
  async ({ page, server }) => {
    await save(page, `${server.origin}/`, "th");
    await server.goDown();
    await page.goto(`${server.origin}/en`);
    expect(page.url()).toBe(`${server.origin}/en/`);
    await page.goto(`${server.origin}/en/03-produce?from=a#crc`);
    await expect(page.locator("nav.rail").first()).toBeAttached();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.goto(`${server.origin}/licenses.txt`);
    await expect(page.locator("body")).toContainText("kaen-log");
    const engine = courseOf(built()).files.map(([path]) => path)
      .find((path) => path.includes("/engine."));
    await page.goto(`${server.origin}/`);
    expect(await page.evaluate((url) => fetch(url).then(({ status }) => status),
      `/${engine}?again=1`)).toBe(200);
    const headers = await page.evaluate(() =>
      fetch("/index.html").then((response) => [...response.headers.keys()]));
    expect(headers).toContain("content-security-policy");
    const none = await page.goto(`${server.origin}/en/no-such-page.html`);
    expect(none?.status()).toBe(404);
    expect(await none?.text()).toBe(String(built().get("404.html")));
  });

test("two copies on one origin share nothing, not even where one lies in the other",
  async ({ page, server }) => {
    for (const path of ["/a/", "/b/", "/a/b/"]) server.deploy(path, built());
    for (const path of ["/a/", "/a/b/", "/b/"]) await save(page, server.origin + path, "th");
    expect((await registrations(page)).map((url) => new URL(url).pathname).sort())
      .toEqual(["/a/", "/a/b/", "/b/"]);
    expect(Object.keys(await cachesOf(page)).filter((name) => !name.endsWith("standing"))
      .map((name) => name.split(" ")[1]).sort()).toEqual(["/a/", "/a/b/", "/b/"]);
    await page.goto(`${server.origin}/a/`);
    const foot = footOf(page, "th");
    await foot.remove.click();
    await expect(foot.said(foot.words.removed)).toBeVisible();
    expect((await registrations(page)).map((url) => new URL(url).pathname).sort())
      .toEqual(["/a/b/", "/b/"]);
    await server.goDown();
    for (const path of ["/a/b/", "/b/"]) {
      await page.goto(server.origin + path);
      await isSaved(page, "th", built());
    }
    await expect(page.goto(`${server.origin}/a/`)).rejects.toThrow();
    await expect(page.goto(`${server.origin}/`)).rejects.toThrow();
  });

test("someone else's page with klog.mjs registers nothing", async ({ page, server }) => {
  const build = built();
  server.deploy("/", new Map([...build,
    ["lesson.html", Buffer.from("<!doctype html><title>L</title><p role=status>…</p>"
      + "<script type=module src=lesson.mjs></script>")],
    ["lesson.mjs", Buffer.from('import { loadKlog } from "./klog.mjs";\n'
      + "const klog = await loadKlog();\n"
      + "const run = await klog.produceDemo({ acks: 1, batches: 3, truncateTail: true });\n"
      + 'document.querySelector("p").textContent = `${run.bytes.length} bytes`;')]]));
  await page.goto(`${server.origin}/lesson.html`);
  await expect(page.getByRole("status")).toHaveText("4664 bytes");
  expect(await registrations(page)).toEqual([]);
  expect(await cachesOf(page)).toEqual({});
  expect(server.requests.filter((path) => /sw|offline/.test(path))).toEqual([]);
});

test("pages alone register nothing and ask for nothing; all requests are to the origin",
  async ({ page, server }) => {
    /** @type {string[]} */
    const elsewhere = [];
    page.context().on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== server.origin && protocol.startsWith("http")) elsewhere.push(request.url());
    });
    await page.goto(`${server.origin}/en/demos.html`);
    await runDemos(page, "en");
    expect(await registrations(page)).toEqual([]);
    // A manifest and its icons are fetched when the site is put on a home screen.
    expect(server.requests.filter((path) => /sw|offline|manifest|icon-/.test(path))).toEqual([]);
    await save(page, `${server.origin}/en/`, "en");
    expect(elsewhere).toEqual([]);
  });

for (const lang of langs) {
  test(`${lang}: the first Run says its price, until something was run`,
    async ({ page, server }) => {
      const { path, run } = languages[lang];
      await page.goto(`${server.origin}/${path}03-produce.html`);
      const price = lang === "th" ? /^รันครั้งแรกโหลด (\d\.\d) MB$/
        : /^The first run loads (\d\.\d) MB\.$/;
      const said = page.getByText(price);
      const parts = page.locator("section.demo");
      await expect(said).toHaveCount(await parts.count());
      const fetched = [...built()].filter(([name]) =>
        /^assets\/(klog|engine|worker)\./.test(name)).map(([, bytes]) => packed(bytes));
      const mb = (fetched.reduce((a, b) => a + b) / 1e6).toFixed(1);
      expect(price.exec(await said.first().textContent() ?? "")?.[1]).toBe(mb);
      await parts.first().getByRole("button", { name: run, exact: true }).click();
      await expect(said).toHaveCount(0);
      await expect(parts.first().getByRole("status")).toContainText(/4,664|ตรงกัน|Identical/);
      await page.reload();
      await expect(parts.first().getByRole("button", { name: run, exact: true })).toBeEnabled();
      await expect(said).toHaveCount(0); // it has been here
      await page.getByRole("contentinfo").getByRole("button").first().click(); // clears progress
      await page.reload();
      await expect(said).toHaveCount(await parts.count());
      await save(page, page.url(), lang);
      await page.reload();
      await expect(said).toHaveCount(0); // it is saved
    });
}

test("where the browser has no service workers, the button says why", async ({ page, server }) => {
  await page.addInitScript(() => {
    const { prototype } = navigator.constructor;
    Object.defineProperty(prototype, "serviceWorker", { get: () => undefined });
  });
  for (const lang of langs) {
    await page.goto(`${server.origin}/${languages[lang].path}`);
    const foot = footOf(page, lang);
    await foot.save.click();
    await expect(foot.alert).toContainText(lang === "th"
      ? "browser นี้ หรือหน้าต่างส่วนตัวนี้ เก็บเว็บไว้ไม่ได้"
      : "This browser, or this private window, can't save a site.");
  }
});

test("where the browser has too little room, that is said before anything is fetched",
  async ({ page, server, browserName }) => {
    test.skip(browserName === "webkit", "WebKitGTK does not say how much room there is");
    await page.addInitScript(() => {
      navigator.storage.estimate = () => Promise.resolve({ quota: 5e6, usage: 4e6 });
    });
    await page.goto(`${server.origin}/en/`);
    server.requests.length = 0;
    const foot = footOf(page, "en");
    await foot.save.click();
    await expect(foot.alert).toContainText(
      /has room for 1\.0 MB here, and the course takes \d+\.\d MB/);
    // The icon may come late; it is none of the course.
    expect(server.requests.filter((path) => !/offline-|favicon/.test(path))).toEqual([]);
  });
