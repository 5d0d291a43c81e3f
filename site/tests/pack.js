// The package as npm makes it of the build, and a folder that it is installed in: from the file
// alone, without a network.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { dist } from "./dist.js";

/** @typedef {{ filename: string, files: { path: string }[], size: number }} Packed */

/**
 * Runs npm as if nobody had set anything for it, and gives what it prints.
 * @param {string} dir
 * @param {...string} words
 */
function npm(dir, ...words) {
  const env = Object.fromEntries(Object.entries(process.env)
    .filter(([name]) => !/^npm_/i.test(name)));
  return execFileSync("npm", [...words, "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: dir, env, encoding: "utf8", shell: process.platform === "win32" });
}

/** Makes a folder that is gone when the tests end. */
export function makeFolder() {
  const dir = mkdtempSync(join(tmpdir(), "kaen-log-package-"));
  process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/**
 * Packs dist/embed/ into a folder, and gives the file's whole name and what is in it.
 * @param {string} dir
 */
export function pack(dir) {
  const answer = JSON.parse(npm(join(dist, "embed"), "pack", "--json", "--pack-destination", dir));
  const packed = /** @type {Packed} */ (Object.values(answer)[0]);
  return { file: join(dir, packed.filename), names: packed.files.map(({ path }) => path).sort() };
}

/**
 * Makes a project that has the package installed, and gives its folder.
 * @param {string} dir
 * @param {string} file the package, as pack made it
 */
export function install(dir, file) {
  const project = join(dir, "project");
  mkdirSync(project);
  const own = { name: "project", private: true, type: "module" };
  writeFileSync(join(project, "package.json"), JSON.stringify(own));
  npm(project, "install", "--offline", "--ignore-scripts", "--no-package-lock", file);
  return project;
}
