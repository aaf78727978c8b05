import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";
import { browser } from "../support/browser.ts";

/** `npm run screenshots`: the pictures that README shows, drawn anew from the demo data. */
export default defineConfig({
  ...base,
  projects: [{ name: "screenshots", testDir: ".", use: { launchOptions: browser() } }],
  globalSetup: "../support/global-setup.ts",
  outputDir: "../../test-results",
  reporter: "list",
});
