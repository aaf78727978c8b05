import { defineConfig } from "@playwright/test";
import { browser } from "./tests/support/browser.ts";

process.env.LOG_LEVEL ??= "error";

const project = (name: string) => ({ name, testDir: `tests/${name}` });

export default defineConfig({
  projects: [project("unit"), project("db"), project("api"), { ...project("e2e"), use: { launchOptions: browser() } }],
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  globalSetup: "./tests/support/global-setup.ts",
  reporter: [["list"], ["./tests/support/reporter.ts"]],
});
