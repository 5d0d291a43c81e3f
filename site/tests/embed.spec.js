// <klog-demo> in a page of an author's own: what its reader does and sees, what its author sets
// and hears, and what it must not do to the page.

import { expect } from "@playwright/test";

import { FALLBACK, elementOn, fileOf, hear, put, tag, test, watch } from "./element.js";
import { strict } from "./element-rows.js";
import { languages, sizes } from "./fixture.js";
import { gate } from "./server.js";

/** @import { Page } from "@playwright/test" */
/** @import { Lang, Name } from "./fixture.js" */

const names = /** @type {Name[]} */ (Object.keys(sizes));
const langs = /** @type {Lang[]} */ (Object.keys(languages));

/** An element as an author has it in hand. @typedef {HTMLElement & Record<string, any>} Tag */

/**
 * What an author reads of an element.
 * @param {Page} page
 * @param {string} property
 */
const read = (page, property) => page.locator("klog-demo").first().evaluate((element, name) =>
  /** @type {Tag} */ (element)[name], property);

/** @param {string[]} paths */
const programs = (paths) => paths.filter((path) => path.endsWith(".wasm"));

for (const lang of langs) {
  test(`${lang}: all three demos are identical, and the author's text stays until then`,
    async ({ page, site, write }) => {
      const seen = await watch(page, site.url);
      const tags = names.map((name) => tag(`demo="${name}" lang="${lang}"`)).join("");
      await write({ lang, tags });
      for (const [at, name] of names.entries()) {
        const { host, run, stop, status, alert } = elementOn(page, at, lang);
        await expect(host.getByText(FALLBACK)).toBeVisible();
        await expect(stop).toBeHidden();
        await run.click();
        await expect(status).toHaveText(languages[lang].identical(sizes[name]));
        await expect(host.getByText(FALLBACK)).toBeHidden();
        await expect(run).toBeFocused();
        await expect(alert).toBeHidden();
        await expect(host).toContainText("== ");
      }
      expect(programs(site.requests)).toHaveLength(1);
      await expect.poll(() => page.workers()).toHaveLength(1);
      expect(seen).toEqual([]);
    });
}

test("an author's flags, in attributes: the reader's run has them, and Reset brings them back",
  async ({ page, write }) => {
    const pid = "9223372036854775806";
    await write({ tags: tag(`demo="dedup" lang="en" pid="${pid}" seq="0..0"`) });
    const { host, run, reset, flags, status, flag } = elementOn(page);
    await run.click();
    await expect(status).toHaveText(/^Your run: [\d,]+ bytes/);
    await flags.click();
    await expect(host).toContainText(`producer id ${pid}`);
    await expect(flag("--seq")).toHaveValue("0..0");
    await flag("--seq").fill("7..9");
    await flag("--pid").fill("1000");
    await flag("--pid").press("Enter");
    await expect(status).toHaveText(languages.en.identical(sizes.dedup));
    await expect(host).toHaveAttribute("seq", "0..0");
    await reset.click();
    await expect(flag("--seq")).toHaveValue("0..0");
    await expect(flag("--pid")).toHaveValue(pid);
  });

test("attributes that change change the next run; a wrong one is told and throws nothing",
  async ({ page, site, write }) => {
    const seen = await watch(page, site.url);
    const heard = await hear(page);
    await write({ tags: tag('demo="produce" lang="en" batches="65"') });
    const { host, run, status, flag, alert } = elementOn(page);
    await run.click();
    await expect(status).toHaveText("Not run: --batches is wrong.");
    await expect(flag("--batches")).toHaveAttribute("aria-invalid", "true");
    await expect(flag("--batches")).toHaveAccessibleDescription(
      /“65” can't be used: a whole number from 1 to 64 is allowed\.$/);
    expect(await heard("error")).toMatchObject([{ code: "invalid-option", field: "batches" }]);
    await host.evaluate((element) => element.setAttribute("batches", "5"));
    await run.click();
    await expect(status).toHaveText(/^Your run: /);
    await host.evaluate((element) => {
      element.removeAttribute("batches");
      element.setAttribute("demo", "recovery");
    });
    await run.click();
    await expect(status).toHaveText(languages.en.identical(sizes.recovery));
    for (const [name, value] of [["demo", "none"], ["loading", "soon"], ["theme", "blue"],
      ["lang", "fr"], ["timeout", "-1"], ["section", "no-such"], ["base", "http://["]]) {
      await host.evaluate((element, [attribute = "", text = ""]) =>
        element.setAttribute(attribute, text), [name ?? "", value ?? ""]);
    }
    expect(await read(page, "demo")).toBe("produce");
    expect(await read(page, "loading")).toBe("click");
    expect(await read(page, "theme")).toBe("auto");
    expect(await read(page, "timeout")).toBe(30_000);
    await run.click();
    await expect(alert).toHaveText('There is no demo="none" here. It may be dedup, produce, '
      + "recovery.");
    await host.evaluate((element) => element.setAttribute("demo", "recovery"));
    await run.click();
    await expect(alert).toHaveText('There is no section="no-such" here. It may be torn-tail, '
      + "restart.");
    expect(seen).toEqual([]);
  });

test("a section alone is shown, and judged by itself", async ({ page, write }) => {
  await write({ tags: tag('demo="produce" section="acks" lang="en"') });
  const { host, run, status } = elementOn(page);
  await run.click();
  await expect(status).toHaveText(/^Identical: [\d,]+ bytes, every one as in the golden output\.$/);
  await expect(host).toContainText("not_enough_replicas");
  await expect(host).not.toContainText("length check");
  await expect(host.getByText(/^== /)).toHaveCount(1);
  // A run of one's own tells of the section too.
  await host.evaluate((element) => element.setAttribute("batches", "5"));
  await run.click();
  await expect(status).toHaveText(/^Your run: /);
  const [, bytes] = /^Your run: ([\d,]+ bytes)/.exec(await status.textContent() ?? "") ?? [];
  await expect(host.getByText(`${bytes}`)).toHaveCount(2);
});

test("events, methods and properties: an author runs, waits, stops and reads",
  async ({ page, site, write }) => {
    const heard = await hear(page);
    await write({ tags: tag('demo="recovery" lang="en"') });
    expect(await read(page, "state")).toBe("idle");
    expect(await read(page, "result")).toBe(null);
    const ran = await page.locator("klog-demo").evaluate(async (element) => {
      const own = /** @type {Tag} */ (element);
      const run = own.run();
      const states = [own.state];
      await run;
      const { golden, text, bytes } = own.result;
      return { states: [...states, own.state], golden, text, length: bytes.length };
    });
    expect(ran).toMatchObject({ golden: true, length: 1505 });
    expect(ran.states[0]).toMatch(/^(loading|running)$/);
    expect(ran.states[1]).toBe("same");
    expect(await heard("ready")).toHaveLength(1);
    expect(await heard("run")).toHaveLength(1);
    expect(await heard("result")).toMatchObject([{ golden: true, state: "same" }]);
    expect(await heard("error")).toEqual([]);
    const progress = await heard("progress");
    const { total } = progress[0] ?? {};
    expect(progress.at(-1)).toMatchObject({ loaded: total, total });
    for (const [i, { loaded }] of progress.entries()) {
      expect(loaded).toBeGreaterThanOrEqual(progress[i - 1]?.loaded ?? 1);
    }
    await page.locator("klog-demo").evaluate((element) => /** @type {Tag} */ (element).reset());
    expect(await read(page, "result")).toBe(null);
    expect(await read(page, "state")).toBe("idle");
    expect(programs(site.requests)).toHaveLength(1);
  });

test("an author who prevents klog-run keeps it from running, and fetches nothing",
  async ({ page, site, write }) => {
    await write({ tags: tag('demo="dedup" lang="en" seq="0..1"') });
    const { host, run, status } = elementOn(page);
    await host.evaluate((element) => {
      element.addEventListener("klog-run", (event) => {
        event.preventDefault();
        const { options } = /** @type {CustomEvent} */ (event).detail;
        element.setAttribute("title", `${event.composed} ${event.bubbles} ${options.seq}`);
      }, { once: true });
    });
    await run.click();
    await expect(host).toHaveAttribute("title", "true true 0..1");
    expect(await read(page, "state")).toBe("idle");
    await expect(host.getByText(FALLBACK)).toBeVisible();
    expect(programs(site.requests)).toEqual([]);
    await run.click();
    await expect(status).toHaveText(/^Your run: /);
  });

test("nothing is fetched before it is asked for: at a click, near the window, or at once",
  async ({ page, site, write }) => {
    const far = '<div class="far"></div>';
    const style = put(site, "lesson/far.css", ".far { height: 9000px }");
    const head = `<link rel="stylesheet" href="${style}">`;
    const fetched = () => site.requests.filter((path) => /\.wasm$|klog-views/.test(path)).length;
    await write({ tags: tag('demo="recovery" lang="en"') });
    await page.waitForTimeout(500);
    expect(fetched()).toBe(0);
    await write({ head, tags: far + tag('demo="recovery" lang="en" loading="lazy"') });
    await page.waitForTimeout(500);
    expect(fetched()).toBe(0);
    await page.locator("klog-demo").scrollIntoViewIfNeeded();
    await expect.poll(() => programs(site.requests)).toHaveLength(1);
    await write({ head, tags: far + tag('demo="recovery" lang="en" loading="eager"') });
    await expect.poll(() => programs(site.requests)).toHaveLength(2);
    await expect.poll(() => read(page, "state")).toBe("idle"); // it came, and did not run
    const { run, status } = elementOn(page);
    await run.click();
    await expect(status).toHaveText(languages.en.identical(sizes.recovery));
    expect(programs(site.requests)).toHaveLength(2);
  });

test("properties that were set before the script came are taken, and so are children",
  async ({ page, site, write }) => {
    const script = gate();
    site.spoil(/klog-demo\.js$/, script.hold);
    const coming = write({ tags: "<p id=here></p>" });
    await page.locator("#here").waitFor({ state: "attached" });
    await page.evaluate((text) => {
      const element = /** @type {Tag} */ (document.createElement("klog-demo"));
      Object.assign(element, { demo: "dedup", seq: "0..1", lang: "en", resend: false });
      document.querySelector("#here")?.after(element);
      element.textContent = text;
    }, FALLBACK);
    script.letGo();
    await coming;
    const { host, run, status, flag } = elementOn(page);
    await expect(host.getByText(FALLBACK)).toBeVisible();
    expect(await host.evaluate((element) => Object.keys(element))).toEqual([]);
    await expect(host).toHaveAttribute("seq", "0..1");
    await run.click();
    await expect(status).toHaveText(/^Your run: /);
    await expect(flag("--seq")).toHaveValue("0..1");
    await expect(flag("--resend")).not.toBeChecked();
  });

test("moved in the page it keeps what it shows; taken out while it runs it stops",
  async ({ page, site, write }) => {
    const heard = await hear(page);
    await write({ tags: `${tag('demo="recovery" lang="en"')}<section id=there></section>` });
    const { host, run, status } = elementOn(page);
    await run.click();
    await expect(status).toHaveText(languages.en.identical(sizes.recovery));
    await host.evaluate((element) => document.querySelector("#there")?.append(element));
    await expect(status).toHaveText(languages.en.identical(sizes.recovery));
    expect(await read(page, "state")).toBe("same");
    await expect(host).toContainText("== broker restart");

    const program = gate();
    site.spoil(/\.wasm$/, program.hold);
    await page.reload();
    await run.click();
    await expect.poll(() => read(page, "state")).toBe("loading");
    // A move is no end: what was under way goes on.
    await host.evaluate((element) => document.querySelector("#there")?.append(element));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(await read(page, "state")).toBe("loading");
    const kept = await host.elementHandle();
    await host.evaluate((element) => element.remove());
    await expect.poll(() => kept?.evaluate((element) =>
      /** @type {Tag} */ (element).state)).toBe("stopped");
    program.letGo();
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await heard("result")).toEqual([]);
  });

test("put in and taken out in every order of the DOM's, it is there once",
  async ({ page, site, write }) => {
    const seen = await watch(page, site.url);
    const template = `<template>${tag('demo="recovery" lang="en"')}</template>`;
    await write({ tags: `${template}<div id=box></div>` });
    await page.evaluate(() => {
      const box = document.querySelector("#box");
      const template = document.querySelector("template");
      if (!box || !template) throw new Error("no box");
      const root = box.attachShadow({ mode: "open" });
      root.append(template.content.cloneNode(true));
      const element = document.createElement("klog-demo");
      element.setAttribute("demo", "recovery");
      box.before(element.cloneNode(true));
      document.createElement("div").append(element);
      document.adoptNode(document.implementation.createHTMLDocument().createElement("klog-demo"));
    });
    await expect(page.locator("klog-demo")).toHaveCount(2);
    for (const at of [0, 1]) {
      const { host, run, status } = elementOn(page, at);
      await expect(host.getByRole("button", { name: "Run", exact: true })).toHaveCount(1);
      await run.click();
      await expect(status).toHaveText(languages.en.identical(sizes.recovery));
    }
    expect(seen).toEqual([]);
  });

test("two versions on a page: the first stays, and nothing is thrown",
  async ({ page, site, other, write }) => {
    const seen = await watch(page, site.url, other.url);
    other.spoil(/klog-demo\.mjs$/, ({ body, ...answer }) => ({ ...answer,
      body: Buffer.from(body.toString().replaceAll('"recovery"', '"another"')) }));
    const again = '<script defer src="../embed/klog-demo.js"></script>';
    const second = `<script type="module" src="${other.url}embed/klog-demo.mjs"></script>`;
    await write({ tags: tag('demo="recovery" lang="en"').repeat(2) + again + second }, {
      policy: strict("own", { "script-src": `'self' ${other.url} 'wasm-unsafe-eval'` })("") });
    for (const at of [0, 1]) {
      const { run, status } = elementOn(page, at);
      await run.click();
      await expect(status).toHaveText(languages.en.identical(sizes.recovery));
    }
    expect(other.requests.filter((path) => !path.endsWith("klog-demo.mjs"))).toEqual([]);
    expect(programs(site.requests)).toHaveLength(1);
    expect(seen).toEqual([]);
  });

test("base says where the files are, and worker-url has a worker from the page's own origin",
  async ({ page, site, other, write }) => {
    const seen = await watch(page, site.url, other.url);
    const worker = fileOf("klog-worker", ".js");
    await write({ tags: tag(`demo="recovery" lang="en" base="${other.url}embed"
      worker-url="/embed/${worker}"`) }, { policy: strict("own", {
      "connect-src": other.url, "script-src": `'self' ${other.url} 'wasm-unsafe-eval'`,
      "worker-src": "'self'" })("") });
    const { run, status, alert } = elementOn(page);
    await run.click();
    await expect(status).toHaveText(languages.en.identical(sizes.recovery));
    await expect(alert).toBeHidden();
    expect(page.workers().map((each) => each.url())).toEqual([`${site.url}embed/${worker}`]);
    expect(programs(site.requests)).toEqual([]);
    expect(programs(other.requests)).toHaveLength(1);
    expect(seen).toEqual([]);
  });

test("a module takes the class for a tag of its own name", async ({ page, site, write }) => {
  put(site, "lesson/own.js", `import { define, KlogDemoElement } from "../embed/klog-demo.mjs";
    define("my-lesson");
    define("my-lesson");
    const element = document.createElement("my-lesson");
    element.demo = "recovery";
    element.lang = "en";
    document.querySelector("main").append(element);
    await element.run();
    document.title = [element instanceof KlogDemoElement, element.state,
      customElements.get("my-lesson") !== customElements.get("klog-demo")].join(" ");`);
  await write({ by: "module", tags: "", head: '<script type="module" src="own.js"></script>' });
  await expect(page).toHaveTitle("true same true");
});

test("nothing is put on the page's global object, and no prototype is changed",
  async ({ page, write }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, "atFirst", { value: Object.getOwnPropertyNames(globalThis) });
    });
    await write();
    const { run, status } = elementOn(page);
    await run.click();
    await expect(status).toHaveText(languages.en.identical(sizes.recovery));
    const added = await page.evaluate(() => {
      const first = new Set(Reflect.get(document, "atFirst"));
      return Object.getOwnPropertyNames(globalThis).filter((name) => !first.has(name)
        && !name.startsWith("__pw")); // the test driver's own
    });
    expect(added).toEqual([]);
    expect(await page.locator("head > *, body > script").evaluateAll((all) =>
      all.map((each) => each.outerHTML).filter((each) => !/meta|title|klog-demo\.js/.test(each))))
      .toEqual([]); // what it needed for a while is gone
    expect(await page.evaluate(async () => [...Object.keys(localStorage), ...await caches.keys(),
      ...Object.keys(window.sessionStorage), ...await navigator.serviceWorker.getRegistrations()]))
      .toEqual([]);
  });

test("an author's style sheet reaches parts, properties and states",
  async ({ page, site, write }) => {
    const style = put(site, "lesson/own.css", `
      klog-demo { --klog-ink: #010203; display: block; outline: 0 solid; }
      klog-demo::part(run) { color: rgb(4, 5, 6); }
      klog-demo::part(output) { border-top: 7px solid rgb(7, 8, 9); }
      klog-demo:state(same) { outline: 3px solid rgb(10, 11, 12); }`);
    await write({ head: `<link rel="stylesheet" href="${style}">` });
    const { host, run, status } = elementOn(page);
    await expect(run).toHaveCSS("color", "rgb(4, 5, 6)");
    await expect(host).toHaveCSS("outline-width", "0px");
    await run.click();
    await expect(status).toHaveText(languages.en.identical(sizes.recovery));
    await expect(host).toHaveCSS("outline-width", "3px");
    await expect(host.locator("[part~=output]").first()).toHaveCSS("border-top-width", "7px");
    await expect(host.locator("[part~=output]").first()).toHaveCSS("color", "rgb(1, 2, 3)");
    for (const part of ["controls", "run", "stop", "reset", "status", "alert", "flags", "output",
      "bytes"]) {
      expect(await host.locator(`[part~=${part}]`).count(), part).toBeGreaterThan(0);
    }
  });
