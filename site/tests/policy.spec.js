// The documented policy, without each of its tokens: what a page can still do, and that it names
// what is missing, in the reader's language. All other tests run under the policy as it is.

import { expect } from "@playwright/test";

import { DEMOS, author, languages, open, sizes, test } from "./fixture.js";
import { POLICY, directivesOf, policyIn, policyWith, policyWithout } from "./policy.js";
import { edited, serve, under } from "./server.js";

/** @import { Page } from "@playwright/test" */
/** @import { Lang } from "./fixture.js" */
/** @import { Fault, Site } from "./server.js" */

const EVERYTHING = /./;
const langs = /** @type {const} */ (["th", "en"]);
const notLoaded = {
  th: "script ของหน้านี้ยังไม่โหลด จึงยังกดรันไม่ได้",
  en: "This page's script has not loaded, so nothing can be run yet.",
};

/**
 * The pages state a policy in their HTML, and no header does.
 * @param {Site} site
 * @param {string} policy
 */
function state(site, policy) {
  site.spoil(EVERYTHING, ({ headers: { "content-security-policy": _, ...headers }, ...answer }) =>
    ({ ...answer, headers }));
  site.spoil(DEMOS,
    edited("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`));
}

/**
 * A page under a policy is of no use to a reader who does not see why.
 * @typedef {object} Lack
 * @property {string} policy
 * @property {{ th: RegExp, en: RegExp }} [fails] it can't be run, and this is why
 * @property {{ th: RegExp, en: RegExp }} [makeshift] it runs in the page, and this is why
 * @property {true} [onlyAsHeader] workers have no policy where only the page has one
 */

/** @type {(what: string, token: string, directive: string) => RegExp} */
const inEnglish = (what, token, directive) => new RegExp(
  `^This page's policy \\(CSP\\) forbids ${what}: ${token} is missing in its ${directive}\\. `);
/** @type {(what: string, token: string, directive: string) => RegExp} */
const inThai = (what, token, directive) => new RegExp(
  `^policy \\(CSP\\) ของหน้านี้ไม่ให้${what} เพราะใน ${directive} ไม่มี ${token} · `);

const worker = {
  th: inThai("เริ่ม worker", "'self'", "worker-src"),
  en: inEnglish("the worker", "'self'", "worker-src"),
};
const script = {
  th: inThai("โหลด file ของ engine \\(engine\\.[^ ]+\\.js\\)", "kaen-log", "trusted-types"),
  en: inEnglish("the engine's file engine\\.[^ ]+\\.js", "kaen-log", "trusted-types"),
};

/** @type {Record<string, string>} what nobody need be told of */
const harmless = {
  "no img-src": policyWith("img-src", null),
  "no manifest-src": policyWith("manifest-src", null),
  "no base-uri": policyWith("base-uri", null),
  "no form-action": policyWith("form-action", null),
  "worker-src 'self'": policyWith("worker-src", ["'self'"]),
  "no trusted-types": policyWith("trusted-types", null),
  "no require-trusted-types-for": policyWith("require-trusted-types-for", null),
};

/** @type {Record<string, Lack>} */
const lacks = {
  "script-src without 'wasm-unsafe-eval'": {
    policy: policyWithout("script-src", "'wasm-unsafe-eval'"),
    fails: {
      th: inThai("ใช้ WebAssembly", "'wasm-unsafe-eval'", "script-src"),
      en: inEnglish("WebAssembly", "'wasm-unsafe-eval'", "script-src"),
    },
    onlyAsHeader: true,
  },
  "connect-src without 'self'": {
    policy: policyWithout("connect-src", "'self'"),
    fails: {
      th: inThai("โหลด file ของ engine \\(klog\\.[^ ]+\\.wasm\\)", "'self'", "connect-src"),
      en: inEnglish("the engine's file klog\\.[^ ]+\\.wasm", "'self'", "connect-src"),
    },
    onlyAsHeader: true,
  },
  "no connect-src": {
    policy: policyWith("connect-src", null),
    fails: {
      th: inThai("โหลด file ของ engine \\(klog\\.[^ ]+\\.wasm\\)", "'self'", "connect-src"),
      en: inEnglish("the engine's file klog\\.[^ ]+\\.wasm", "'self'", "connect-src"),
    },
    onlyAsHeader: true,
  },
  "worker-src 'none'": { policy: policyWith("worker-src", ["'none'"]), makeshift: worker },
  "child-src 'none'": { policy: policyWith("child-src", ["'none'"]), makeshift: worker },
  "trusted-types 'none'": { policy: policyWith("trusted-types", ["'none'"]), fails: script },
  "trusted-types without kaen-log": {
    policy: policyWith("trusted-types", ["another"]), fails: script,
  },
};

/**
 * @param {{ page: Page, site: Site }} given
 * @param {Lang} lang
 * @param {Lack} lack
 */
async function runs(given, lang, { fails, makeshift }) {
  const demo = await open(given, lang, "recovery");
  await expect(demo.region.page().locator(".no-style")).toBeHidden();
  await demo.run.click();
  if (fails) {
    await expect(demo.alert).toHaveText(fails[lang]);
    await expect(demo.status).toHaveText(lang === "th" ? "รันไม่ได้" : "Can't run.");
    return;
  }
  await expect(demo.status).toHaveText(languages[lang].identical(sizes.recovery));
  if (makeshift) await expect(demo.alert).toHaveText(makeshift[lang]);
  else await expect(demo.alert).toBeHidden();
}

for (const [name, policy] of Object.entries(harmless)) {
  test(`${name}: the page runs, and has nothing to say`, async ({ page, site }) => {
    site.spoil(EVERYTHING, under(policy));
    await runs({ page, site }, "en", { policy });
  });
}

for (const [name, lack] of Object.entries(lacks)) {
  test(`${name}, in a header`, async ({ page, site }) => {
    site.spoil(EVERYTHING, under(lack.policy));
    for (const lang of langs) await runs({ page, site }, lang, lack);
  });

  test(`${name}, in the page`, async ({ page, site }) => {
    state(site, lack.policy);
    const { onlyAsHeader, ...others } = lack;
    await runs({ page, site }, "en", onlyAsHeader ? { policy: lack.policy } : others);
  });
}

for (const [how, set] of /** @type {[string, (site: Site, policy: string) => void][]} */ ([
  ["in a header", (site, policy) => site.spoil(EVERYTHING, under(policy))],
  ["in the page", state],
])) {
  test(`script-src without 'self', ${how}: the page can be read and says so`,
    async ({ page, site }) => {
      set(site, policyWithout("script-src", "'self'"));
      for (const lang of langs) {
        const demo = await open({ page, site }, lang, "recovery");
        await expect(demo.status).toHaveText(notLoaded[lang]);
        await expect(demo.run).toBeDisabled();
        await expect(demo.region).toContainText("== broker restart");
      }
    });

  test(`style-src without 'self', ${how}: the page says so, and runs`, async ({ page, site }) => {
    set(site, policyWithout("style-src", "'self'"));
    for (const lang of langs) {
      const demo = await open({ page, site }, lang, "recovery");
      await expect(page.getByText(lang === "th"
        ? "style ของหน้านี้ไม่โหลด หน้าจึงไม่สวย แต่อ่านได้ครบ"
        : "This page's style sheet has not loaded, so it looks plain. All of its text is here.",
      { exact: true })).toBeVisible();
      await demo.run.click();
      await expect(demo.status).toHaveText(languages[lang].identical(sizes.recovery));
    }
  });
}

test("a policy that only reports forbids nothing", async ({ page, site }) => {
  site.spoil(EVERYTHING, ({ headers, ...answer }) => ({ ...answer, headers: {
    ...headers, "content-security-policy-report-only": "default-src 'none'; script-src 'self'",
  } }));
  await runs({ page, site }, "en", { policy: POLICY });
});

test("the documents have one policy, and no source in it is too many",
  async ({ page, site, browserName }) => {
    for (const name of ["README.th.md", "site/HOSTING.md"]) expect(policyIn(name)).toBe(POLICY);
    // What the other tests here show to be missed, or what forbids and allows nothing.
    const needed = new Map([
      ["default-src", ["'none'"]], ["script-src", ["'self'", "'wasm-unsafe-eval'"]],
      ["style-src", ["'self'"]], ["img-src", ["'self'"]], ["connect-src", ["'self'"]],
      ["manifest-src", ["'self'"]], ["base-uri", ["'none'"]], ["form-action", ["'none'"]],
      ["require-trusted-types-for", ["'script'"]], ["trusted-types", ["kaen-log"]],
    ]);
    expect(directivesOf(POLICY)).toEqual(needed);
    const drawn = () => page.evaluate(() => new Promise((resolve) => {
      const image = document.createElement("img");
      image.onload = () => resolve(true);
      image.onerror = () => resolve(false);
      image.src = document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
    }));
    await open({ page, site }, "en", "recovery");
    expect(await drawn(), "the page's icon").toBe(true);
    site.spoil(EVERYTHING, under(policyWithout("img-src", "'self'")));
    await page.reload();
    expect(await drawn(), "the page's icon, without img-src").toBe(false);
    if (browserName !== "chromium") return; // the others fetch it when the site is installed
    const manifest = async () => {
      const devTools = await page.context().newCDPSession(page);
      const { data } = await devTools.send("Page.getAppManifest");
      return data ?? "";
    };
    expect(await manifest()).toContain("kaen-log");
    site.spoil(EVERYTHING, under(policyWithout("manifest-src", "'self'")));
    await page.reload();
    expect(await manifest(), "without manifest-src").toBe("");
  });

test("two versions on a page share one Trusted Types policy", async ({ page }) => {
  const site = await serve({ roots: ["/", "/other/"] });
  await page.goto(author(site, `
    const { loadKlog: loadOther } = await import("../other/klog.mjs");
    const [one, other] = [await loadKlog(), await loadOther()];
    say(one.rung, other.rung, (await other.recoveryDemo()).golden, loadKlog === loadOther);`));
  await expect(page.getByRole("status")).toHaveText("url url true false");
  await site.close();
});
