// What the benchmarks share: the middle of many figures, and on what they were measured.

import { cpus } from "node:os";

/** @param {number[]} figures one at least */
export function median(figures) {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/**
 * A table of the machine, and of what else a figure depends on.
 * @param {Record<string, string>} more
 */
export function machine(more) {
  const rows = Object.entries({ date: new Date().toISOString().slice(0, 10),
    cores: String(cpus().length), CPU: cpus()[0]?.model.trim() ?? "", ...more,
    Node: process.version });
  return ["| | |\n| --- | --- |\n", ...rows.map(([name, value]) => `| ${name} | ${value} |\n`)]
    .join("");
}
