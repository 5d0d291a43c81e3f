// Where the element runs: an author's page in each of the rows of element-rows.js, and what a
// reader sees of it is what HOSTING.md says. UPDATE_MATRIX=1, with --workers=1, writes the
// document's cells anew.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "@playwright/test";

import { EVERYTHING, FALLBACK, FILES, bare, elementOn, folder, pageOf, put, shared, test, watch }
  from "./element.js";
import { documented, hold, needsOf, ways } from "./element-rows.js";
import { languages, sizes } from "./fixture.js";
import { quoted } from "./matrix.js";
import { directivesOf, policyIn } from "./policy.js";
import { serve, under } from "./server.js";

/** @import { FrameLocator, Page } from "@playwright/test" */
/** @import { Way } from "./element-rows.js" */
/** @import { Seen } from "./matrix.js" */

/**
 * Runs the demo as a reader would, and says what came of it.
 * @param {Page | FrameLocator} root
 * @returns {Promise<Seen>}
 */
async function seenIn(root) {
  const { host, run, status, alert } = elementOn(root);
  await expect(host).toBeAttached();
  if (await run.count() === 0) {
    const text = (await host.innerText()).trim();
    return { kind: "read", words: quoted(text === FALLBACK ? "" : text) };
  }
  await run.click();
  await expect.poll(() => host.evaluate((element) => Reflect.get(element, "state")))
    .toMatch(/^(same|failed|own|differs)$/);
  const said = await alert.isVisible() ? await alert.innerText() : "";
  const verdict = await status.innerText();
  if (verdict.startsWith(languages.en.identical(sizes.recovery))) {
    await expect(host).toContainText("== broker restart");
    const isMakeshift = /the engine ran in the page itself/.test(said);
    return { kind: isMakeshift ? "page" : "worker", words: quoted(said) };
  }
  await expect(host.locator(":scope > *").first()).toBeVisible(); // what the author wrote
  return { kind: "read", words: quoted(said || verdict) };
}

const FRAME = '<!doctype html><meta charset="utf-8"><title>A frame</title>'
  + '<iframe SRC width="1000" height="600"></iframe>';

/**
 * An author's page on servers of the row's own, opened, and what is seen of it.
 * @param {Page} page
 * @param {Way} row
 */
async function hosted(page, { from, writing = {}, policy, root = "/", ...how }) {
  const site = await serve({ roots: [root] });
  const other = await serve();
  try {
    const asked = await watch(page, site.url, other.url);
    site.spoil(EVERYTHING, bare);
    if (how.shared) site.spoil(FILES, shared);
    if (!how.asSite) other.spoil(EVERYTHING, bare);
    if (from === "other") other.spoil(FILES, shared);
    const files = from === "own" ? "../embed/" : `${other.url}embed/`;
    const below = root.slice(1);
    if (policy) site.spoil(EVERYTHING, under(policy(other.url)));
    const at = put(site, `${below}lesson/index.html`, pageOf({ files, ...writing }),
      policy ? { "content-security-policy": policy(other.url) } : {});
    const src = how.readymade ? `${other.url}embed.html#demo=recovery&lang=en` : "index.html";
    const box = how.frame === "sandboxed" ? 'sandbox="allow-scripts" ' : "";
    const frame = put(site, `${below}lesson/frame.html`,
      FRAME.replace("SRC", `${box}src="${src}"`));
    await page.goto(how.frame ? frame : at);
    const seen = await seenIn(how.frame ? page.frameLocator("iframe") : page);
    expect.soft(asked.filter((each) => each.startsWith("asked")), "asked of others").toEqual([]);
    return seen;
  } finally {
    await site.close();
    await other.close();
  }
}

/**
 * An author's page on a disk.
 * @param {Page} page
 * @param {Way} row
 */
async function onDisk(page, { writing }) {
  const root = mkdtempSync(join(tmpdir(), "kaen-log บทเรียน "));
  try {
    const asked = await watch(page, "file:");
    cpSync(folder, join(root, "embed"), { recursive: true });
    const file = join(root, "a lesson.html");
    writeFileSync(file, pageOf({ files: "embed/", ...writing }));
    await page.goto(pathToFileURL(file).href);
    const seen = await seenIn(page);
    expect.soft(asked.filter((each) => each.startsWith("asked")), "asked of others").toEqual([]);
    return seen;
  } finally {
    rmSync(root, { recursive: true });
  }
}

for (const [group, rows] of Object.entries(ways)) {
  test(`the element: ${group}`, async ({ page, browserName }) => {
    for (const row of rows) {
      hold(row, browserName, row.from === "disk" ? await onDisk(page, row)
        : await hosted(page, row));
    }
  });
}

test("the document has these rows of the element's and no others", () => {
  const names = Object.values(ways).flat().map(({ name }) => name);
  expect(new Set(names).size, "each has a name of its own").toBe(names.length);
  expect(documented()).toEqual(names);
});

test("the page for authors says the same of policies in both languages, and its own keeps it",
  () => {
    for (const from of /** @type {const} */ (["own", "other"])) {
      expect(needsOf(from, "site/content/th/authors.md")).toEqual(needsOf(from));
    }
    const strictest = policyIn("site/content/en/authors.md");
    expect(policyIn("site/content/th/authors.md")).toBe(strictest);
    const { "worker-src": worker, ...needs } = needsOf("own");
    expect(worker).toBe("'self'"); // which script-src has anyway
    for (const [name, sources] of Object.entries(needs)) {
      expect((directivesOf(strictest).get(name) ?? []).join(" "), name).toBe(sources);
    }
  });
