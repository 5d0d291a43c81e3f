// Ways into an author's page: the examples, built by the generators that authors have, hosted as
// authors would, and read as readers do. In Chromium alone: what differs between browsers is
// looked at elsewhere, and here it is what generators make of a tag and of a folder.

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { expect } from "@playwright/test";

import { host as serve } from "./deploy.js";
import { dist } from "./dist.js";
import { EVERYTHING, bare, elementOn, integrityOf, shared, test as base, watch }
  from "./element.js";
import { blog, book, filledIn } from "./ways-out.js";
import { buildByHugo, buildByNpm, copied, copyOf, examples, filesOf, installGenerators, markdown,
  pinned } from "./ways.js";

/** @import { FrameLocator, Page } from "@playwright/test" */
/** @import { Build, Host } from "./deploy.js" */

/**
 * Two servers that nobody has set up: an author's, and another.
 * @type {import("@playwright/test").Fixtures<{ author: Host, files: Host }, {},
 *   import("@playwright/test").PlaywrightTestArgs>}
 */
const servers = {
  author: async ({ context: _ }, use) => {
    const host = await plain();
    await use(host);
    await host.close();
  },
  files: async ({ context: _ }, use) => {
    const host = await plain();
    await use(host);
    await host.close();
  },
};

async function plain() {
  const host = await serve();
  host.spoil(EVERYTHING, bare);
  host.spoil(/\/favicon\.(ico|svg)$/, () => ({ status: 204, headers: {}, body: Buffer.alloc(0) }));
  return host;
}

const test = base.extend(servers);

test.skip(({ browserName }) => browserName !== "chromium", "looked at in Chromium alone");
test.describe.configure({ mode: "default" }); // the generators are installed once

const MINUTE = 60_000;
const SAME = /^Identical: [\d,]+ bytes, every one as in the golden output\.$/;
const OWN = /^Your run: [\d,]+ bytes; no golden output for these flags/;
const LATE = /\.wasm$|klog-(views|packed|worker)\./;

/**
 * Runs the demo of a page as a reader would: the author's text shows until there is a result, and
 * nothing of the engine is fetched before Run.
 * @param {Page | FrameLocator} root
 * @param {string | RegExp} text
 * @param {{ requests: string[] }[]} hosts
 */
async function tryOut(root, text, ...hosts) {
  const { host, run, status, alert } = elementOn(root);
  const said = host.getByText(text);
  await expect(said).toBeVisible();
  await expect(run).toBeVisible();
  for (const { requests } of hosts) expect(requests.filter((path) => LATE.test(path))).toEqual([]);
  await run.click();
  await expect(status).toHaveText(SAME);
  await expect(alert).toBeHidden();
  await expect(said).toBeHidden();
}

/**
 * Puts a build on a server and watches a page for what should not be.
 * @param {Page} page
 * @param {Host} host
 * @param {string} root
 * @param {Build} build
 * @param {...string} others servers that may be asked too
 */
async function deployed(page, host, root, build, ...others) {
  host.deploy(root, build);
  return watch(page, host.origin, ...others);
}

/** The author's text in most of the examples. */
const TEXT = /The broker has the batch already/;

test("plain HTML, the folder beside it", async ({ page, author }) => {
  const files = new Map([...filesOf(join(examples, "plain")), ...copied()]);
  const seen = await deployed(page, author, "/a/lesson/", files);
  await page.goto(`${author.origin}/a/lesson/`);
  await tryOut(page, TEXT, author);
  await expect.poll(() => page.workers()).toHaveLength(1);
  await page.goto(`${author.origin}/a/lesson/one-file.html`);
  author.requests.length = 0;
  await tryOut(page, /The broker keeps every whole batch/, author);
  expect(author.requests).toEqual([]);
  expect(seen).toEqual([]);
});

test("plain HTML on a disk", async ({ page }) => {
  const folder = copyOf("plain");
  cpSync(join(dist, "embed"), join(folder, "kaen-log"), { recursive: true });
  const seen = await watch(page, pathToFileURL(folder).href);
  for (const [name, text] of /** @type {[string, RegExp][]} */ ([["index.html", TEXT],
    ["one-file.html", /The broker keeps every whole batch/]])) {
    await page.goto(pathToFileURL(join(folder, name)).href);
    await tryOut(page, text);
  }
  expect(seen).toEqual([]);
});

test("files on another origin, with integrity", async ({ page, author, files }) => {
  files.deploy("/", copied());
  files.spoil(/\/kaen-log\//, shared);
  const pages = filledIn(filesOf(join(examples, "other-origin")), `${files.origin}/`,
    integrityOf("klog-demo.js"));
  const seen = await deployed(page, author, "/", pages, files.origin);
  await page.goto(`${author.origin}/`);
  await tryOut(page, TEXT, files);
  await expect.poll(() => page.workers()).toHaveLength(1);
  expect(seen).toEqual([]);
});

test("a sandboxed frame, on a server that lets nobody read", async ({ page, author, files }) => {
  files.deploy("/", new Map([...filesOf(join(dist, "embed"), "embed/"),
    ["embed.html", readFileSync(join(dist, "embed.html"))]]));
  const pages = filledIn(filesOf(join(examples, "iframe")), `${files.origin}/`, "");
  const seen = await deployed(page, author, "/", pages, files.origin);
  await page.goto(`${author.origin}/`);
  const frame = page.frameLocator("iframe");
  const { host, run, status } = elementOn(frame);
  await run.click();
  await expect(status).toHaveText(SAME);
  await expect(host).toHaveAttribute("section", "resend");
  expect(seen).toEqual([]);
});

test("Hugo", async ({ page, author }) => {
  test.setTimeout(5 * MINUTE);
  const seen = await deployed(page, author, "/course/", await buildByHugo());
  await page.goto(`${author.origin}/course/lessons/plain/`);
  expect(author.requests.filter((path) => path.includes("/kaen-log/"))).toEqual([]);
  await page.goto(`${author.origin}/course/lessons/lost/`);
  await expect(page.getByText("old offsets")).toBeVisible();
  await tryOut(page, TEXT, author);
  await expect.poll(() => page.workers()).toHaveLength(1);
  expect(seen).toEqual([]);
});

test("WordPress: a block Custom HTML", async ({ page, author, files }) => {
  files.deploy("/", copied());
  files.spoil(/\/kaen-log\//, shared);
  const seen = await deployed(page, author, "/",
    filledIn(blog(), `${files.origin}/`, integrityOf("klog-demo.js")), files.origin);
  await page.goto(`${author.origin}/2026/lost/`);
  await tryOut(page, TEXT, files);
  await expect.poll(() => page.workers()).toHaveLength(1);
  expect(seen).toEqual([]);
});

test("the examples name the versions that are built here", () => {
  const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, "utf8"));
  const own = read(fileURLToPath(new URL("../package.json", import.meta.url)));
  const all = ["docusaurus", "eleventy", "starlight"].map((name) =>
    read(join(examples, name, "package.json")).dependencies);
  for (const dependencies of all) {
    expect(dependencies["kaen-log"]).toBe(`file:kaen-log-${own.version}.tgz`);
    delete dependencies["kaen-log"];
  }
  const [small, large] = /** @type {const} */ (["ways/", "ways/large/"]).map((pins) =>
    read(join(pinned(pins), "package.json")).dependencies);
  delete small["markdown-it"]; // which is for tests alone
  expect(Object.assign({}, ...all)).toEqual({ ...small, ...large });
});

test.describe("generators from npm", () => {
  test.beforeAll(async () => {
    test.setTimeout(5 * MINUTE);
    await installGenerators("ways/");
  });

  test("Eleventy", async ({ page, author }) => {
    test.setTimeout(5 * MINUTE);
    const seen = await deployed(page, author, "/course/", await buildByNpm("eleventy", "_site"));
    await page.goto(`${author.origin}/course/lessons/lost/`);
    await tryOut(page, TEXT, author);
    await expect.poll(() => page.workers()).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  test("mdBook: chapters, and all of them on the page to print", async ({ page, author }) => {
    const seen = await deployed(page, author, "/course/", book(await markdown()));
    await page.goto(`${author.origin}/course/lessons/lost.html`);
    await tryOut(page, TEXT, author);
    await expect.poll(() => page.workers()).toHaveLength(1);
    await page.goto(`${author.origin}/course/print.html`);
    for (const at of [0, 1]) {
      const { run, status } = elementOn(page, at);
      await run.click();
      await expect(status).toHaveText(SAME);
    }
    await expect.poll(() => page.workers()).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  test("mdBook: arrows in a flag's field turn no page", async ({ page, author }) => {
    await deployed(page, author, "/course/", book(await markdown()));
    await page.goto(`${author.origin}/course/lessons/lost.html`);
    const { flags, flag, run, status } = elementOn(page);
    await flags.click();
    await flag("--seq").fill("7..8");
    await flag("--seq").press("ArrowLeft");
    await flag("--seq").press("Home");
    await run.click();
    await expect(status).toHaveText(/^Your run: /);
    expect(author.requests).not.toContain("/course/log.html");
  });
});

test.describe("larger generators from npm", () => {
  test.skip(process.env.BROWSER_TESTS !== "all",
    "they take 400 MB and minutes to install: make browsers has them");

  test.beforeAll(async () => {
    test.setTimeout(30 * MINUTE);
    await installGenerators("ways/large/");
  });

  test("Starlight", async ({ page, author }) => {
    test.setTimeout(10 * MINUTE);
    const seen = await deployed(page, author, "/course/", await buildByNpm("starlight", "dist"));
    await page.goto(`${author.origin}/course/`);
    await page.getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "What if the answer is lost?" }).click();
    await tryOut(page, TEXT, author);
    await page.goto(`${author.origin}/course/torn/`);
    await elementOn(page).run.click();
    await expect(elementOn(page).status).toHaveText(OWN);
    expect(seen).toEqual([]);
  });

  test("Docusaurus, and its pages that are put in without loading one",
    async ({ page, author }) => {
      test.setTimeout(15 * MINUTE);
      const seen = await deployed(page, author, "/course/",
        await buildByNpm("docusaurus", "build"));
      await page.goto(`${author.origin}/course/lost/`);
      await tryOut(page, TEXT, author);

      await page.goto(`${author.origin}/course/`);
      author.requests.length = 0;
      const menu = page.getByRole("navigation", { name: "Docs sidebar" });
      await menu.getByRole("link", { name: "What if the answer is lost?" }).click();
      await tryOut(page, TEXT, author);
      await menu.getByRole("link", { name: "What does the producer hear?" }).click();
      await expect(elementOn(page).host).toHaveAttribute("truncate-tail", "false");
      const { run, status } = elementOn(page);
      await run.click();
      await expect(status).toHaveText(OWN);
      expect(author.requests.filter((path) => /\.html$|\/$/.test(path))).toEqual([]);
      expect(author.requests.filter((path) => path.endsWith(".wasm"))).toHaveLength(1);
      await expect.poll(() => page.workers()).toHaveLength(1);
      expect(seen).toEqual([]);
    });
});
