// The demos' API, answered by a worker of the page: byte for byte what the edge answers.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect } from "@playwright/test";

import { languages, test } from "./fixture.js";

/** @import { Page } from "@playwright/test" */
/** @import { Given, Lang } from "./fixture.js" */

/** @typedef {{ status: number, headers: { [name: string]: string }, text: string }} Told */

const WORDS = {
  th: { send: "ส่ง", method: "Method", target: "Path และ query", file: /^segment file/,
    example: "ตัวอย่าง", ready: "ยังไม่ได้เรียก", noFile: "เลือก segment file ก่อน" },
  en: { send: "Send", method: "Method", target: "Path and query", file: /^Segment file/,
    example: "Example", ready: "Nothing asked yet.", noFile: "Choose a segment file first." },
};

/** @type {{ story: string, hex: string, json: string }[]} */
const dumps = JSON.parse(
  readFileSync(fileURLToPath(new URL("dumps.json", import.meta.url)), "utf8"));

/** @param {string} name */
const golden = (name) => readFileSync(fileURLToPath(
  new URL(`../../engine/demo/golden/${name}.txt`, import.meta.url)), "utf8");

/**
 * Opens the page and gives its widget.
 * @param {Given} given
 * @param {Lang} [lang]
 */
async function open({ page, site }, lang = "en") {
  await page.goto(`${site.url}${languages[lang].path}http.html`);
  const region = page.locator("section.http");
  const words = WORDS[lang];
  await expect(region.getByRole("status")).toHaveText(words.ready);
  return {
    region, words,
    send: region.getByRole("button", { name: words.send, exact: true }),
    status: region.getByRole("status"),
    alert: region.getByRole("alert"),
    example: region.getByRole("combobox", { name: words.example }),
    target: region.getByLabel(words.target),
    file: region.getByLabel(words.file),
    headers: region.locator(".http-headers"),
    body: region.locator(".http-body"),
  };
}

/** @typedef {{ zeros?: number, hex?: string }} Body so many zeros, or these bytes */
/** @typedef {Body & { method?: string, headers?: Record<string, string> }} How */

/**
 * Asks as a script of the page does.
 * @param {Page} page
 * @param {string} target
 * @param {How} [how]
 * @returns {Promise<Told>}
 */
function ask(page, target, how = {}) {
  return page.evaluate(async ({ target, how: { zeros, hex, ...init } }) => {
    const body = hex ? Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
      : zeros === undefined ? undefined : new Uint8Array(zeros);
    const { klogFetch } = /** @type {any} */ (globalThis);
    const answer = await klogFetch(target, body ? { ...init, body } : init);
    return { status: answer.status, headers: Object.fromEntries(answer.headers),
      text: await answer.text() };
  }, { target, how });
}

test("all three demos are the golden files", async ({ page, site }) => {
  await open({ page, site });
  for (const [target, name] of /** @type {const} */ ([
    ["/v1/demos/produce?truncate-tail", "03-produce"], ["/v1/demos/dedup?resend", "07-idem"],
    ["v1/demos/recovery", "recovery"],
  ])) {
    const { status, headers, text } = await ask(page, target);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(text).toBe(golden(name));
  }
  expect(page.workers().length).toBe(1);
  expect(site.requests.filter((path) => path.startsWith("/v1"))).toEqual([]);
  expect(site.requests.filter((path) => /http\.[0-9a-f]+\.wasm$/.test(path)).length).toBe(1);
});

for (const lang of /** @type {const} */ (["th", "en"])) {
  test(`${lang}: each example is answered as the table says`, async ({ page, site }) => {
    const widget = await open({ page, site }, lang);
    const rows = await widget.region.locator("tbody tr").evaluateAll((all) => all.map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? "")));
    let row = 0;
    const examples = await widget.example.locator("option").count();
    for (let at = 0; at < examples; at++) {
      await widget.example.selectOption({ index: at });
      const isPost = await widget.file.isVisible();
      await widget.send.click();
      if (isPost) {
        await expect(widget.status).toHaveText(widget.words.noFile);
        await expect(widget.file).toBeFocused();
        continue;
      }
      const [status = "", type = "", bytes = ""] = rows[row++] ?? [];
      await expect(widget.status).toContainText(status);
      await expect(widget.headers).toContainText(`content-type: ${type}`);
      if (bytes !== "0") {
        await expect(widget.status).toContainText(bytes);
        const { length } = Buffer.from(await widget.body.textContent() ?? "");
        expect(length.toLocaleString("en-US")).toBe(bytes);
      }
    }
    expect(row).toBe(rows.length);
    expect(rows.length).toBe(examples - 1);
  });
}

test("a segment of the reader's is told, a file too large is refused", async ({ page, site }) => {
  const widget = await open({ page, site });
  const kafka = dumps.find(({ story }) => story === "Kafka's own");
  if (!kafka) throw new Error("no dump of Kafka's own");
  await widget.example.selectOption({ index: 5 });
  await widget.file.setInputFiles({ name: "00000000000000000000.log",
    mimeType: "application/octet-stream", buffer: Buffer.from(kafka.hex, "hex") });
  await widget.send.click();
  await expect(widget.status).toContainText("Status 200");
  const told = JSON.parse(await widget.body.textContent() ?? "");
  expect(told.items.length).toBe(JSON.parse(kafka.json).items.length);
  expect(told.faults).toBe(0);

  expect(await ask(page, "/v1/inspect", { method: "POST", hex: kafka.hex }))
    .toMatchObject({ status: 200, text: await widget.body.textContent() });
  for (const [zeros, status] of /** @type {const} */ ([[2 ** 20, 200], [2 ** 20 + 1, 413],
    [2 ** 23, 413]])) {
    expect((await ask(page, "/v1/inspect", { method: "POST", zeros })).status).toBe(status);
  }
});

test("errors are problems, and what is known needs no program", async ({ page, site }) => {
  await open({ page, site });
  for (const [target, how, status, reason] of
    /** @type {[string, How, number, string][]} */ ([
      ["/v1", {}, 404, "not-found"], ["/", {}, 404, "not-found"],
      ["/v1/%zz", {}, 400, "not-found"],
      ["/v1/demos/dedup", { method: "POST", zeros: 1 }, 405, "method"],
      ["/v1/demos/dedup", { method: "DELETE" }, 405, "method"],
      ["/v1/demos/dedup?pid=x", {}, 400, "invalid-option"],
      [`/v1/demos/dedup?${"&".repeat(4097)}`, {}, 414, "too-long"],
      ["/v1/demos/dedup", { headers: { accept: "image/png" } }, 406, "not-acceptable"],
    ])) {
    const { text, ...told } = await ask(page, target, how);
    expect([target, told.status, JSON.parse(text).reason]).toEqual([target, status, reason]);
    expect(told.headers["content-type"]).toBe("application/problem+json");
  }
  const head = await ask(page, "/v1/demos/recovery", { method: "HEAD" });
  expect([head.status, head.text]).toEqual([200, ""]);
  const { etag = "" } = head.headers;
  const kept = await ask(page, "/v1/demos/recovery", { headers: { "if-none-match": etag } });
  expect([kept.status, kept.text, kept.headers.etag]).toEqual([304, "", etag]);
});

test("many at once, one given up, and none with a signal that is over", async ({ page, site }) => {
  await open({ page, site });
  const said = await page.evaluate(async () => {
    const { klogFetch } = /** @type {any} */ (globalThis);
    const controller = new AbortController();
    const told = async (/** @type {Response} */ answer) =>
      `${answer.status} ${(await answer.text()).length}`;
    const given = Array.from({ length: 20 }, (_, i) =>
      klogFetch(`/v1/demos/produce?batches=${1 + i % 2}`,
        i === 7 ? { signal: controller.signal } : {})
        .then(told, (/** @type {Error} */ error) => error.name));
    controller.abort();
    const all = await Promise.all(given);
    const late = await klogFetch("/v1/demos", { signal: AbortSignal.abort() })
      .catch((/** @type {Error} */ error) => error.name);
    return { kinds: [...new Set(all)].sort(), given: all[7], late };
  });
  expect(said.given).toBe("AbortError");
  expect(said.late).toBe("AbortError");
  expect(said.kinds.length).toBe(3);
  expect((await ask(page, "/v1/demos")).status).toBe(200);
});

test("a program that is missing or another is told, and comes at the next press",
  async ({ page, site }) => {
    const widget = await open({ page, site });
    for (const [spoil, words] of /** @type {const} */ ([
      [404, /is missing on the server/], [0, /is not the one that this page was made for/]])) {
      site.spoil(/http\.[0-9a-f]+\.wasm$/, (answer) => {
        if (spoil) return { ...answer, status: spoil };
        const body = Buffer.from(answer.body);
        body[body.length - 1] = (body[body.length - 1] ?? 0) ^ 1;
        return { ...answer, body };
      });
      await widget.send.click();
      await expect(widget.alert).toHaveText(words);
      site.mend();
    }
    await widget.send.click();
    await expect(widget.status).toContainText("Status 200");
    await expect(widget.alert).toBeHidden();
  });

test("without workers the page says so", async ({ page, site }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "Worker");
  });
  const widget = await open({ page, site });
  await widget.send.click();
  await expect(widget.alert).toContainText("The worker does not start.");
});
