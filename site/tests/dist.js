// Where the built site is: DIST, or dist/ beside site/.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const beside = fileURLToPath(new URL("../../dist", import.meta.url));

export const dist = process.env.DIST ? resolve(process.env.DIST) : beside;

/**
 * A golden file of the build.
 * @param {string} name
 */
export function golden(name) {
  return readFileSync(resolve(dist, "golden", name));
}
