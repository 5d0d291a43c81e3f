// klog.mjs as an author uses it: in a page of their own, from a module, under their policy.

import { expect } from "@playwright/test";

import { author, test } from "./fixture.js";

test("a module finds its worker and its program beside itself", async ({ page, site }) => {
  await page.goto(author(site, `
    const names = () => Object.getOwnPropertyNames(globalThis)
      .filter((name) => !name.startsWith("__pw")); // the test driver's own
    const before = names().length;
    const sizes = [];
    const klog = await loadKlog({ onProgress: ({ loaded, total }) => sizes.push(loaded / total) });
    const { golden, bytes } = await klog.dedupDemo({ pid: 1000n, seq: "7..9", resend: true });
    const added = names().length - before;
    say(klog.rung, golden, bytes.length, added, sizes.at(-1));`));
  await expect(page.getByRole("status")).toHaveText("url true 6263 0 1");
  await expect.poll(() => page.workers()).toHaveLength(1);
});

test("aborting ends the worker, and the next call starts another without a fetch",
  async ({ page, site }) => {
    await page.goto(author(site, `
      const klog = await loadKlog();
      const controller = new AbortController();
      const call = klog.produceDemo({}, { signal: controller.signal });
      setTimeout(() => controller.abort(), 0);
      const error = await call.catch((thrown) => thrown);
      const next = await klog.recoveryDemo();
      say(error.name, next.golden);`));
    await expect(page.getByRole("status")).toHaveText("AbortError true");
    await expect.poll(() => page.workers()).toHaveLength(1);
    expect(site.requests.filter((path) => path.endsWith(".wasm"))).toHaveLength(1);
  });

test("errors cross the worker's border with name, code and field", async ({ page, site }) => {
  await page.goto(author(site, `
    const klog = await loadKlog();
    const errors = [];
    for (const options of [{ acks: 1.5 }, { acks: () => 1 }, { batches: 65 }, { foo: 1 }]) {
      await klog.produceDemo(options).catch((e) => errors.push(e.name, e.code, e.field));
    }
    say(...errors);`));
  await expect(page.getByRole("status")).toHaveText([
    "KlogError invalid-option acks", "KlogError invalid-option acks",
    "KlogError invalid-option batches", "KlogError invalid-option foo"].join(" "));
});

test("worker: false runs in the page itself", async ({ page, site }) => {
  await page.goto(author(site, `
    const klog = await loadKlog({ worker: false });
    say(klog.rung, (await klog.produceDemo({ truncateTail: true })).golden);`));
  await expect(page.getByRole("status")).toHaveText("main true");
  await expect.poll(() => page.workers()).toHaveLength(0);
});

test("a call that takes too long is ended, and says so", async ({ page, site }) => {
  await page.goto(author(site, `
    const klog = await loadKlog();
    const error = await klog.experiment("every-cut", {}, { timeoutMs: 1 })
      .catch((thrown) => thrown);
    say(error.code, (await klog.recoveryDemo()).golden);`));
  await expect(page.getByRole("status")).toHaveText("timeout true");
});
