// The browser tests: Debian's Chromium, headless. They need a built site (DIST, or ../dist).

import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.js",
  fullyParallel: true,
  workers: 2,
  timeout: 120_000, // a busy machine is no fault of the page
  expect: { timeout: 60_000 },
  reporter: "list",
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROME || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic",
        "--disable-background-networking"],
    },
  },
});
