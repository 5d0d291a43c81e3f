// One WebKitGTK, as MiniBrowser shows it: it keeps nothing, its window is nothing but the page, and
// it speaks both of its protocols.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Inspector } from "./inspector.js";

/** @import { Display } from "./display.js" */

/** Nothing around the page takes a place, or a window could not be narrower than it. */
const NO_FRAME = `* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0;
  font-size: 1px; -gtk-icon-transform: scale(0); }
`;

/** Where it is: what WEBKIT says, or beside the libraries, of which Debian has one a machine. */
function miniBrowser() {
  if (process.env.WEBKIT) return process.env.WEBKIT;
  for (const machine of readdirSync("/usr/lib")) {
    for (const version of ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"]) {
      const path = join("/usr/lib", machine, version, "MiniBrowser");
      if (existsSync(path)) return path;
    }
  }
  throw new Error("no MiniBrowser: install Debian's webkit2gtk-driver, or set WEBKIT to its path");
}

/** A port that was free a moment ago. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** A home without anybody's settings. */
export function newProfile() {
  const profile = mkdtempSync(join(tmpdir(), "kaenlog-webkit-"));
  for (const version of ["gtk-3.0", "gtk-4.0"]) {
    mkdirSync(join(profile, version));
    writeFileSync(join(profile, version, "gtk.css"), NO_FRAME);
  }
  return profile;
}

/**
 * Starts one. No page is in it that a test could see.
 * @param {Display} display
 * @param {string} profile
 * @param {number} scale device pixels to a CSS pixel
 */
export async function launch(display, profile, scale) {
  const port = await freePort();
  // Full screen is without tool bar; how large it is, nobody but the tests say. Of a page that is
  // shown again from memory, Web Inspector tells nothing.
  const browser = spawn(miniBrowser(), ["--automation", "--full-screen",
    "--enable-page-cache=false"], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display.name, GDK_BACKEND: "x11", GDK_SCALE: String(scale),
      NO_AT_BRIDGE: "1", GTK_A11Y: "none", MESA_SHADER_CACHE_DISABLE: "true",
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1", // no graphics card is here to draw
      WEBKIT_INSPECTOR_SERVER: `127.0.0.1:${port}`,
      XDG_CONFIG_HOME: profile, XDG_DATA_HOME: profile, XDG_CACHE_HOME: profile },
  });
  let isAlive = true;
  const ended = new Promise((resolve) => {
    const end = () => {
      isAlive = false;
      resolve(null);
    };
    browser.on("exit", end).on("error", end);
  });
  const inspector = await Inspector.connect(port, () => isAlive);
  const automation = await inspector.target((_, { type }) => type === "Automation");
  inspector.open(automation, () => {});
  return {
    inspector,
    /** @type {Set<bigint>} the targets that are shown in a page */
    taken: new Set(),
    /**
     * Asks of windows, mouse and keys.
     * @param {string} method
     * @param {object} [params]
     */
    automate: (method, params) => inspector.ask(automation, `Automation.${method}`, params),
    async close() {
      browser.kill("SIGKILL"); // nothing of it is to be kept
      await ended;
      inspector.close();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof launch>>} App */
