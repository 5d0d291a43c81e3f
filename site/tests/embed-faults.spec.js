// What goes wrong with <klog-demo>: runs without an end, files that were changed on another
// origin, hosts that send something else. A reader is told which file it is and what can be done.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "@playwright/test";

import { EVERYTHING, FALLBACK, FILES, bare, bytesOf, elementOn, fileOf, hear, shared, tag, test,
  words } from "./element.js";
import { strict } from "./element-rows.js";
import { languages, sizes } from "./fixture.js";
import { broken, empty, gate, half, html, missing } from "./server.js";

/** @import { Page } from "@playwright/test" */
/** @import { Fault, Site } from "./server.js" */

const PROGRAM = /\/klog\.[0-9a-f]+\.wasm$/;
const VIEWS = /\/klog-views\.[0-9a-f]+\.js$/;
const IDENTICAL = languages.en.identical(sizes.recovery);

/** What may pass between the press and the end of a run. */
const STOP_MS = 200;

/** @param {string | Buffer} bytes */
const sum = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * Has a server send a program whose runs have no end, and the element take it for its own.
 * @param {Site} site
 */
function sendEndless(site) {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const place = mkdtempSync(join(tmpdir(), "kaenlog-endless-"));
  try {
    const out = join(place, "endless.wasm");
    execFileSync("go", ["build", "-trimpath", "-tags", "endless", "-ldflags=-s -w", "-o", out,
      "./wasm/lesson"], { cwd: root, stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, GOOS: "js", GOARCH: "wasm", CGO_ENABLED: "0" } });
    const program = readFileSync(out);
    const before = bytesOf(fileOf("klog", ".wasm"));
    site.spoil(PROGRAM, (answer) => ({ ...answer, body: program }));
    site.spoil(/\/klog-demo\.js$/, (answer) => {
      const text = answer.body.toString();
      const after = text.replaceAll(sum(before), sum(program))
        .replaceAll(String(before.length), String(program.length));
      if (!text.includes(sum(before)) || !text.includes(String(before.length))) {
        throw new Error("klog-demo.js does not say which program it takes");
      }
      return { ...answer, body: Buffer.from(after) };
    });
  } finally {
    rmSync(place, { recursive: true });
  }
}

/**
 * How long it takes from a press to the state "stopped", in milliseconds.
 * @param {Page} page
 * @param {import("@playwright/test").Locator} button
 */
async function timed(page, button) {
  const took = page.locator("klog-demo").first().evaluate((element) => new Promise((resolve) => {
    element.addEventListener("pointerup", ({ timeStamp }) => {
      const look = () => {
        if (Reflect.get(element, "state") === "stopped") resolve(performance.now() - timeStamp);
        else setTimeout(look, 1);
      };
      look();
    }, { once: true, capture: true });
  }));
  await button.click();
  return /** @type {number} */ (await took);
}

/**
 * The shortest time that Stop took of some tries: what a busy machine adds is no fault of the
 * element's, and who waits for the engine is never at once.
 * @param {Page} page
 * @param {() => Promise<void>} begin begins what is stopped
 * @param {import("@playwright/test").Locator} stop
 */
async function soonest(page, begin, stop) {
  let least = Infinity;
  for (let tries = 0; tries < 5 && least >= STOP_MS; tries++) {
    await begin();
    least = Math.min(least, await timed(page, stop));
  }
  return least;
}

test("a run without an end: the page stays alive, Stop ends it at once, and so does its limit",
  async ({ page, site, write }) => {
    sendEndless(site);
    const heard = await hear(page);
    await write({ sealed: false, tags: tag('demo="recovery" lang="en"')
      + tag('demo="dedup" lang="en" timeout="700"') });
    const { host, run, stop, status } = elementOn(page);
    expect(await soonest(page, async () => {
      await run.click();
      await expect.poll(() => host.evaluate((element) => Reflect.get(element, "state")))
        .toBe("running");
      await expect(run).toBeFocused();
      await page.waitForTimeout(1000); // it does not end by itself
      await expect(stop).toBeVisible();
    }, stop)).toBeLessThan(STOP_MS);
    await expect(status).toHaveText(words.en.stopped);
    await expect(run).toBeFocused();
    await expect.poll(() => page.workers().length).toBe(0);
    // Another one begins anew, and waits for nobody.
    const second = elementOn(page, 1);
    await second.run.click();
    await expect(second.alert).toHaveText(/^The engine gave no answer within 0\.7 seconds\./);
    expect(await heard("error")).toMatchObject([{ code: "timeout" }]);
    await expect.poll(() => page.workers().length).toBe(0);
  });

test("a run without an end in the page itself: it ends at its limit, and says what it needs",
  async ({ page, site, write }) => {
    sendEndless(site);
    const heard = await hear(page);
    await write({ sealed: false, tags: tag('demo="recovery" lang="en" timeout="0"') },
      { policy: strict("own", { "worker-src": "'none'" })("") });
    const { host, run, status, alert } = elementOn(page);
    await run.click();
    await expect(status).toHaveText(words.en.cannotRun);
    await expect(alert).toContainText(/worker/);
    await expect(host.getByText(FALLBACK)).toBeVisible();
    expect(await heard("error")).toMatchObject([{ code: "budget" }]);
    await expect.poll(() => page.workers()).toHaveLength(0);
  });

test("Stop while the program comes, or the views: it ends at once, and Run starts anew",
  async ({ page, site, write }) => {
    for (const file of [PROGRAM, VIEWS]) {
      const { hold, letGo } = gate();
      site.spoil(file, hold);
      await write();
      const { host, run, stop, status } = elementOn(page);
      expect(await soonest(page, async () => {
        await run.click();
        await expect.poll(() => host.evaluate((element) => Reflect.get(element, "state")))
          .toBe("loading");
      }, stop)).toBeLessThan(STOP_MS);
      await expect(status).toHaveText(words.en.stopped);
      await expect(host.getByText(FALLBACK)).toBeVisible();
      letGo();
      await run.click();
      await expect(status).toHaveText(IDENTICAL);
    }
  });

/**
 * Changes one byte in the middle.
 * @type {Fault}
 */
const oneByte = (answer) => {
  const body = Buffer.from(answer.body);
  const at = body.length >> 1;
  body[at] = (body[at] ?? 0) ^ 1;
  return { ...answer, body };
};

/**
 * Changes a letter of a script's words: it would run, and nobody would notice.
 * @type {Fault}
 */
const oneLetter = (answer) => {
  const text = answer.body.toString();
  const at = text.search(/(?<=["'` ])[a-z]{4,}(?= [a-z])/);
  if (at < 0) throw new Error("no word to change");
  return { ...answer, body: Buffer.from(`${text.slice(0, at)}X${text.slice(at + 1)}`) };
};

test("a byte of the program changed on another origin: refused, and named",
  async ({ page, other, write }) => {
    const heard = await hear(page);
    other.spoil(PROGRAM, oneByte);
    for (const lang of /** @type {const} */ (["en", "th"])) {
      await write({ lang, files: `${other.url}embed/`,
        tags: tag(`demo="recovery" lang="${lang}"`) }, { policy: strict("other")(other.url) });
      const { host, run, status, alert } = elementOn(page, 0, lang);
      await run.click();
      await expect(alert).toContainText(/klog\.[0-9a-f]+\.wasm/);
      await expect(status).toHaveText(words[lang].cannotRun);
      await expect(host.getByText(FALLBACK)).toBeVisible();
      expect(await heard("error")).toMatchObject([{ code: "integrity" }]);
    }
  });

test("a byte of the views changed on another origin: refused, and named",
  async ({ page, other, write }) => {
    const heard = await hear(page);
    other.spoil(VIEWS, oneLetter);
    await write({ files: `${other.url}embed/` }, { policy: strict("other")(other.url) });
    const { host, run, alert } = elementOn(page);
    await run.click();
    await expect(alert).toContainText(/klog-views\.[0-9a-f]+\.js/);
    expect(await heard("error")).toMatchObject([{ code: "integrity" }]);
    await expect(host.getByText(FALLBACK)).toBeVisible();
  });

test("a byte of the element's own script changed: the tag's integrity keeps it out",
  async ({ page, other, write }) => {
    other.spoil(/klog-demo\.js$/, oneLetter);
    await write({ files: `${other.url}embed/` });
    await expect(page.getByText(FALLBACK)).toBeVisible();
    expect(await page.evaluate(() => window.customElements.get("klog-demo"))).toBe(undefined);
    expect(other.requests.filter((path) => !path.endsWith("klog-demo.js"))).toEqual([]);
  });

test("what hosts send instead: the file is named, and Run tries anew",
  async ({ page, site, other, write }) => {
    /** @type {[string, RegExp, Fault, RegExp][]} */
    const rows = [
      ["no program", PROGRAM, missing, /klog\.\w+\.wasm is missing on the server \(HTTP 404\)/],
      ["a page for the program", PROGRAM, html, /a page of HTML in place of .*klog\.\w+\.wasm/],
      ["half of it", PROGRAM, half, /klog\.\w+\.wasm is cut short/],
      ["nothing of it", PROGRAM, empty, /klog\.\w+\.wasm is empty/],
      ["a fault for it", PROGRAM, broken, /answers HTTP 500 for .*klog\.\w+\.wasm/],
      ["no views", VIEWS, missing, /klog-views\.\w+\.js/],
      ["a page for the views", VIEWS, html, /klog-views\.\w+\.js/],
    ];
    for (const [name, file, fault, says] of rows) {
      other.spoil(file, fault);
      await write({ files: `${other.url}embed/` });
      const { run, status, alert, host } = elementOn(page);
      await run.click();
      await expect.soft(alert, name).toHaveText(says);
      await expect.soft(host.getByText(FALLBACK), name).toBeVisible();
      other.mend();
      other.spoil(EVERYTHING, bare);
      other.spoil(FILES, shared);
      await run.click();
      await expect.soft(status, name).toHaveText(IDENTICAL);
      await expect.soft(alert, name).toBeHidden();
    }
    expect(site.requests.filter((path) => path.includes("/embed/"))).toEqual([]);
  });
