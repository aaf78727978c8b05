import { defineConfig } from "@playwright/test";
import { browser } from "#tests/support/browser/browser.ts";
import base from "../../playwright.config.ts";

/** `npm run screenshots`: the pictures that README shows, drawn anew from the demo data. */
export default defineConfig({
  ...base,
  projects: [{ name: "screenshots", testDir: ".", use: { launchOptions: browser() } }],
  globalSetup: "../support/server/global-setup.ts",
  outputDir: "../../test-results",
  reporter: "list",
});
