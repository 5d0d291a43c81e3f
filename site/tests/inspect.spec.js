// inspect(bytes) in a page: in a worker, whose bytes are its own, and without one.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect } from "@playwright/test";

import { author, test } from "./fixture.js";

const kafka = "Kafka's own";
/** @type {{ story: string, name: string, hex: string, text: string, json: string }[]} */
const dumps = JSON.parse(
  readFileSync(fileURLToPath(new URL("dumps.json", import.meta.url)), "utf8"));
const dump = dumps.find(({ story }) => story === kafka);
if (!dump) throw new Error(`no dump of ${kafka}`);

/** Makes the segment in the page. */
const made = `
  const hex = ${JSON.stringify(dump.hex)};
  const bytes = Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const name = ${JSON.stringify(dump.name)};`;

for (const worker of ["undefined", "false"]) {
  test(`a page reads a segment as klog dump does (worker: ${worker})`, async ({ page, site }) => {
    await page.goto(author(site, `${made}
      const klog = await loadKlog({ worker: ${worker} });
      const { text, bytes: printed, elapsedMs, exit, stderr, ...shape } =
        await klog.inspect(bytes, { name });
      const again = await klog.inspect(bytes.subarray(0, 100).buffer, { name });
      say(klog.rung, exit, text === ${JSON.stringify(dump.text)}, printed.length,
        JSON.stringify(shape) === ${JSON.stringify(dump.json.trimEnd())}, bytes.length,
        again.text === text);`));
    const rung = worker === "false" ? "main" : "url";
    const { length } = Buffer.from(dump.text);
    await expect(page.getByRole("status")).toHaveText(`${rung} 0 true ${length} true 152 true`);
  });
}

test("a file that a reader picks, torn or no segment at all", async ({ page, site }) => {
  await page.goto(author(site, `${made}
    const klog = await loadKlog();
    const words = [];
    for (const parts of [[bytes.subarray(0, 100)], ["<!doctype html>"], []]) {
      const file = new Blob(parts);
      const { faults, exit, items } = await klog.inspect(await file.arrayBuffer());
      words.push(faults, exit, items.length);
    }
    await klog.inspect(new Blob([bytes])).catch((error) => words.push(error.code, error.field));
    say(...words);`));
  await expect(page.getByRole("status")).toHaveText("1 1 4 1 1 3 0 0 2 usage bytes");
});

test("a large segment can be aborted, and the next call works", async ({ page, site }) => {
  await page.goto(author(site, `${made}
    const klog = await loadKlog();
    const controller = new AbortController();
    const call = klog.inspect(new Uint8Array(50e6), {}, { signal: controller.signal,
      onPhase: (phase) => { if (phase === "running") setTimeout(() => controller.abort(), 0); } });
    const error = await call.catch((thrown) => thrown);
    const { faults } = await klog.inspect(bytes);
    const again = new AbortController(); // with a reason that looks like an answer
    const reason = await klog.inspect(5).catch((thrown) => thrown);
    const other = klog.inspect(new Uint8Array(50e6), {}, { signal: again.signal,
      onPhase: (phase) => { if (phase === "running") setTimeout(() => again.abort(reason), 0); } });
    const isSame = await other.catch((thrown) => thrown === reason);
    await Promise.resolve();
    say(error.name, faults, isSame, String(klog.rung));`));
  await expect(page.getByRole("status")).toHaveText("AbortError 0 true null");
});

test("what can't be sent is refused, and the worker stays", async ({ page, site }) => {
  await page.goto(author(site, `${made}
    const klog = await loadKlog();
    const words = [];
    const told = ({ name, code, field }) => words.push(name, code, field);
    await klog.produceDemo({ dir: "kept" });
    await klog.inspect(new Uint8Array(2 ** 30 + 1)).catch(told);
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = () => { throw new RangeError("too large"); };
    await klog.inspect(bytes).catch(told);
    Worker.prototype.postMessage = postMessage;
    await klog.inspect(bytes, {}, { onPhase() { throw new Error("phase"); } }).catch(told);
    const { exit } = await klog.run("verify kept");
    say(klog.rung, ...words, exit);`));
  await expect(page.getByRole("status")).toHaveText(
    "url KlogError failed bytes KlogError failed KlogError usage onPhase 0");
});
