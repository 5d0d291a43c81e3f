// A deployment of the edge in Cloudflare's own runtime, on this machine: what `make edge` built,
// with the settings that it is deployed with. Miniflare starts the runtime without the proxy that
// `wrangler dev` puts before it: a body that is not read to its end makes that one refuse the next
// request.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";

/** The folder that `go run ./scripts/site edge -bare` made. */
export const built = resolve(process.env.EDGE ?? "../.build/edge");

// Nothing is told to anybody, and nothing is fetched.
Object.assign(process.env, { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_LOG_PATH: join(built, "logs") });

/** Put around a worker: tells how many instances of Go there are. */
const COUNTING = `import worker from "./worker.js";
const counts = { made: 0, live: 0 };
const { Go } = globalThis;
globalThis.Go = class extends Go {
  async run(...given) {
    counts.made++;
    counts.live++;
    try {
      await super.run(...given);
    } finally {
      counts.live--;
    }
  }
};
export default { fetch(request, env, context) {
  return new URL(request.url).pathname === "/test/counts" ? Response.json(counts)
    : worker.fetch(request, env, context);
} };
`;

/**
 * Starts one of the build's workers: ours, the library's alone, or ours with that one's program,
 * which breaks when it is asked to.
 * @param {"worker" | "bare" | "broken"} [name]
 */
export async function start(name = "worker") {
  const { workerOptions: { assets, ...options } } = optionsOf(join(built, "wrangler.jsonc"));
  const folder = join(built, "test", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "counting.js"), COUNTING);
  const [script, program] = name === "broken" ? ["worker", "bare"] : [name, name];
  copyFileSync(join(built, script, "worker.js"), join(folder, "worker.js"));
  copyFileSync(join(built, program, "klog.wasm"), join(folder, "klog.wasm"));
  const modules = /** @type {const} */ ([["ESModule", "counting.js"], ["ESModule", "worker.js"],
    ["CompiledWasm", "klog.wasm"]]).map(([type, file]) => ({ type, path: join(folder, file) }));
  const runtime = new Miniflare({ ...options, ...name === "worker" && assets && { assets },
    modules, modulesRoot: folder, host: "127.0.0.1", port: 0 });
  const origin = (await runtime.ready).origin;
  return {
    origin,
    /** @returns {Promise<{ made: number, live: number }>} */
    counts: async () => (await fetch(`${origin}/test/counts`)).json(),
    memory,
    stop: () => runtime.dispose(),
  };
}

/** What the runtimes that this process has started hold, in bytes. Linux alone tells. */
function memory() {
  let all = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const [, name] = /^Name:\s+(.*)$/m.exec(status) ?? [];
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(status) ?? [];
      if (name !== "workerd" || Number(parent) !== process.pid) continue;
      all += Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    } catch {
      continue; // it has ended meanwhile
    }
  }
  return all;
}

/**
 * Waits until something holds; a test's own time ends it.
 * @param {() => Promise<boolean>} holds
 */
export async function until(holds) {
  while (!await holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}
