// The downloads as a reader has them: the zip unpacked in a folder whose name has a blank and Thai
// letters, and the one file, both opened by file:// with no network.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";

import { expect } from "@playwright/test";

import { dist } from "./dist.js";
import { test as base } from "./seen.js";

/** @import { Page } from "@playwright/test" */

/**
 * A file among the downloads.
 * @param {string} name
 */
function download(name) {
  try {
    return readFileSync(join(dist, "downloads", name));
  } catch {
    throw new Error(`no downloads/${name} in ${dist}: make dist`);
  }
}

/**
 * The files of a zip, by their names.
 * @param {Buffer} zip
 */
function unzipped(zip) {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameSize, extraSize] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const name = zip.toString("utf8", at + 46, at + 46 + nameSize);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(begin, begin + size);
    if (!name.endsWith("/")) files.set(name, method === 0 ? data : inflateRawSync(data));
    at += 46 + nameSize + extraSize + zip.readUInt16LE(at + 32);
  }
  return files;
}

/** @typedef {(text: string) => string | null} Change null: the file is gone */

/**
 * A fresh copy of what was downloaded. Each belongs to one test: it may spoil what it likes.
 * @typedef {object} Disk
 * @property {string} folder the unpacked one, absolute
 * @property {string} single the one file, absolute
 * @property {(path: string) => string} urlOf address of a page of the folder
 * @property {(fragment?: string) => string} singleURL address of the one file
 * @property {(from: string, to: string) => string} alone copies a file of the folder to a place
 *   with nothing beside it, and gives its address
 * @property {(file: RegExp, change: Change) => void} spoil changes a file, or removes it
 */

/** @returns {Disk & { remove: () => void }} */
function makeDisk() {
  const root = mkdtempSync(join(tmpdir(), "kaen-log บทเรียน "));
  const files = unzipped(download("kaen-log-offline.zip"));
  /** @param {string} name @param {string | Buffer} data */
  const put = (name, data) => {
    const file = join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data);
    return file;
  };
  for (const [name, data] of files) put(name, data);
  const single = put("ไฟล์ เดียว.html", download("kaen-log.html"));
  return {
    folder: join(root, "kaen-log"),
    single,
    urlOf: (path) => pathToFileURL(join(root, "kaen-log", path)).href,
    singleURL: (fragment = "") => pathToFileURL(single).href + fragment,
    alone: (from, to) => pathToFileURL(put(to, files.get(`kaen-log/${from}`) ?? "")).href,
    spoil(file, change) {
      const names = [...files.keys(), "ไฟล์ เดียว.html"].filter((name) => file.test(name));
      if (names.length !== 1) throw new Error(`${file} is the name of ${names.length} files`);
      const path = join(root, names[0] ?? "");
      const before = readFileSync(path, "utf8");
      const after = change(before);
      if (after === before) throw new Error(`${path} is as it was`);
      if (after === null) rmSync(path);
      else writeFileSync(path, after);
    },
    remove: () => rmSync(root, { recursive: true }),
  };
}

/**
 * Changes one letter of what is packed, where nothing shows it but its sum.
 * @param {string} text
 */
export function oneLetterOff(text) {
  const at = text.lastIndexOf("H4sI") + 100_000; // so begins gzip in base64
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}

/**
 * What a page asked for that is no file and was not made in it, and what its console said.
 * @param {Page} page
 */
export function listen(page) {
  /** @type {string[]} */
  const heard = [];
  page.context().on("request", (request) => {
    if (!/^(file|blob|data|about):/.test(request.url())) heard.push(request.url());
  });
  page.on("pageerror", (error) => heard.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") heard.push(message.text());
  });
  return heard;
}

/**
 * Expects that nothing was asked for, and that the console stayed silent.
 * @param {string[]} heard
 */
export const quiet = (heard) => expect(heard).toEqual([]);

/**
 * @type {import("@playwright/test").Fixtures<{ disk: Disk }, {},
 *   import("@playwright/test").PlaywrightTestArgs>}
 */
const fixtures = {
  disk: async ({ context: _ }, use) => {
    const disk = makeDisk();
    await use(disk);
    disk.remove();
  },
};

/** Playwright's Firefox lets a file read all other files, which no reader's does. */
const strict = { "security.fileuri.strict_origin_policy": true };

export const test = base.extend(fixtures).extend({
  launchOptions: [async ({ launchOptions, browserName }, use) => use(browserName === "firefox"
    ? { ...launchOptions, firefoxUserPrefs: strict } : launchOptions), { scope: "worker" }],
});
