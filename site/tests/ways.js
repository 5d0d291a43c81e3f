// Authors' sites: the examples of embed/examples/, each in a folder of its own, with the package
// that npm makes of the build, built by the generator that it is for.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync,
  statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { dist } from "./dist.js";
import { install, makeFolder, pack } from "./pack.js";

/** @import { Build } from "./deploy.js" */

/** The examples, as they are in the repository. */
export const examples = fileURLToPath(new URL("../embed/examples/", import.meta.url));

/**
 * What the tests build them with: a folder of some 20 MB, at the versions of its lock file, and one
 * of 400 MB, at those of a day, which takes minutes to install.
 * @typedef {"ways/" | "ways/large/"} Pins
 */

/** @param {Pins} pins */
export const pinned = (pins) => fileURLToPath(new URL(pins, import.meta.url));

/** Builds tell nobody that they were made, and no setting of the tests' own reaches them. */
const env = {
  ...Object.fromEntries(Object.entries(process.env)
    .filter(([name]) => !/^(npm_|NODE_|PLAYWRIGHT|PW_|TEST_)/i.test(name))),
  ASTRO_TELEMETRY_DISABLED: "1", CI: "true", NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1",
};

/**
 * Runs a program, as a shell in that folder would.
 *
 * Errors: it is not there, or it fails; then with all that it printed.
 * @param {string} dir
 * @param {string} program
 * @param {...string} words
 */
function run(dir, program, ...words) {
  return new Promise((resolve, reject) => {
    const options = { cwd: dir, env, maxBuffer: 1 << 26, shell: process.platform === "win32" };
    execFile(program, words, options, (error, out, err) =>
      error ? reject(new Error(`${error.message}\n${out}\n${err}`)) : resolve(out));
  });
}

/**
 * The folder that has the generators, outside the repository and kept from one run to the next.
 * What is made in it is removed when the tests end.
 * @param {Pins} pins
 */
function shelf(pins) {
  const hash = createHash("sha256").update(process.version);
  for (const name of filesIn(pins)) hash.update(readFileSync(join(pinned(pins), name)));
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "kaen-log",
    `ways-${hash.digest("hex").slice(0, 12)}`);
}

/** @param {Pins} pins */
const filesIn = (pins) => readdirSync(pinned(pins), { withFileTypes: true })
  .filter((each) => each.isFile()).map(({ name }) => name).sort();

/**
 * Installs generators unless they are there.
 * @param {Pins} pins
 */
export async function installGenerators(pins) {
  const dir = shelf(pins);
  if (existsSync(dir)) return;
  const fresh = `${dir}.${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    for (const name of filesIn(pins)) cpSync(join(pinned(pins), name), join(fresh, name));
    const isLocked = existsSync(join(fresh, "package-lock.json"));
    await run(fresh, "npm", isLocked ? "ci" : "install", "--ignore-scripts", "--prefer-offline",
      "--no-audit", "--no-fund");
    if (!existsSync(dir)) renameSync(fresh, dir); // only a whole one has that name
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** @type {string | null} */
let project = null;

/** The package's folder, as npm installs it of the packed build. */
export function installed() {
  if (!project) {
    const dir = makeFolder();
    project = install(dir, pack(dir).file);
  }
  return join(project, "node_modules", "kaen-log");
}

/**
 * A copy of an example, which is gone when the tests end.
 * @param {string} name
 * @param {string} [above] the folder that it is made in
 */
export function copyOf(name, above = tmpdir()) {
  mkdirSync(above, { recursive: true });
  const dir = mkdtempSync(join(above, `${name}-`));
  process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
  cpSync(join(examples, name), dir, { recursive: true });
  return dir;
}

/**
 * The files of a folder.
 * @param {string} dir
 * @param {string} [below] what goes before their names
 * @returns {Build}
 */
export function filesOf(dir, below = "") {
  return new Map(readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(dir, name)).isFile())
    .map((name) => [below + name.replaceAll("\\", "/"), readFileSync(join(dir, name))]));
}

/** The files that authors copy, in a folder `kaen-log`. */
export const copied = () => filesOf(join(dist, "embed"), "kaen-log/");

/**
 * Builds an example by the commands of its README, with the package installed as npm would.
 * @param {"docusaurus" | "starlight" | "eleventy"} name
 * @param {string} output the generator's folder
 */
export async function buildByNpm(name, output) {
  const pins = name === "eleventy" ? "ways/" : "ways/large/";
  const dir = copyOf(name, join(shelf(pins), "sites"));
  cpSync(installed(), join(dir, "node_modules", "kaen-log"), { recursive: true });
  await run(dir, "npm", "run", "build");
  return filesOf(join(dir, output));
}

/** Builds the example for Hugo. */
export async function buildByHugo() {
  const dir = copyOf("hugo");
  cpSync(join(dist, "embed"), join(dir, "static", "kaen-log"), { recursive: true });
  try {
    await run(dir, process.env.HUGO || "hugo");
  } catch (error) {
    if (!/ENOENT/.test(String(error))) throw error;
    throw new Error("install Hugo (Debian: apt-get install hugo), or name it in HUGO",
      { cause: error });
  }
  return filesOf(join(dir, "public"));
}

/** @typedef {{ render: (markdown: string) => string }} Markdown */

/** A CommonMark renderer that lets HTML through, as the generators have it. */
export async function markdown() {
  const main = join(shelf("ways/"), "node_modules", "markdown-it", "index.mjs");
  const { default: make } = await import(main);
  return /** @type {Markdown} */ (make({ html: true }));
}
