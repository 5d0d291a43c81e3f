// How long the edge takes, beside the hello of github.com/syumai/workers in the same runtime: whole
// requests, one of each in turn, and starts from nothing to the first answer. Into
// scripts/bench/EDGE.md.

import { writeFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

import { start } from "./edge/edge.js";
import { machine, median } from "./measure.js";

const ROUNDS = 200;
const STARTS = 9;
/** Requests before any is measured. */
const WARM = 20;
const MOST = 1.5;

const ours = "/v1/demos/dedup";
const theirs = "/hello";

/**
 * How long a whole request takes, in milliseconds.
 * @param {string} address
 */
async function timed(address) {
  const begun = performance.now();
  const answer = await fetch(address);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
  return performance.now() - begun;
}

/**
 * From nothing to the first answer.
 * @param {"worker" | "bare"} name
 * @param {string} path
 */
async function started(name, path) {
  const begun = performance.now();
  const runtime = await start(name);
  await timed(runtime.origin + path);
  const took = performance.now() - begun;
  await runtime.stop();
  return took;
}

const rows = [["what", "edge, ms", "hello, ms", "ratio", `at most ${MOST}`],
  ["---", "---", "---", "---", "---"]];

/**
 * @param {string} what
 * @param {[ours: number, theirs: number][]} pairs
 */
function row(what, pairs) {
  const ratio = median(pairs.map(([a, b]) => a / b));
  rows.push([what, median(pairs.map(([a]) => a)).toFixed(1),
    median(pairs.map(([, b]) => b)).toFixed(1), ratio.toFixed(2),
    ratio <= MOST ? "reached" : "**missed**"]);
}

const [edge, bare] = [await start("worker"), await start("bare")];
/** @type {[number, number][]} */
const requests = [];
for (let i = -WARM; i < ROUNDS; i++) {
  const pair = /** @type {[number, number]} */ ([await timed(edge.origin + ours),
    await timed(bare.origin + theirs)]);
  if (i >= 0) requests.push(pair);
}
row(`GET ${ours}, warm, median of ${ROUNDS}`, requests);
await edge.stop();
await bare.stop();

/** @type {[number, number][]} */
const starts = [];
for (let i = 0; i < STARTS; i++) {
  starts.push([await started("worker", ours), await started("bare", theirs)]);
}
row(`from nothing to the first answer, median of ${STARTS}`, starts);

const table = `# The edge, measured

Made by \`make bench\`; nothing here is written by hand. Beside a hello of github.com/syumai/workers
in Cloudflare's runtime on the same machine: a request of each in turn, whole, from a connection
that is kept. A ratio is the median of the ratios of each round. Both make an instance a request.

${rows.map((cells) => `| ${cells.join(" | ")} |\n`).join("")}
${machine({})}`;
writeFileSync(fileURLToPath(new URL("../../scripts/bench/EDGE.md", import.meta.url)), table);
console.log(table);
