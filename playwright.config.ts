import { defineConfig } from "@playwright/test";
import fc from "fast-check";
import { browser } from "./tests/support/browser.ts";

process.env.LOG_LEVEL ??= "error";
// Every run tries the same cases; another TEST_SEED others.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });

// Playwright looks up source maps for every frame of each step's stack, a tenth of its workers'
// time. Node strips types in place, so the frames are right without.
Reflect.deleteProperty(Error, "prepareStackTrace");

const project = (name: string) => ({ name, testDir: `tests/${name}` });

export default defineConfig({
  projects: [
    project("unit"),
    project("db"),
    project("api"),
    { ...project("e2e"), use: { launchOptions: browser() } },
  ],
  // Twice as many as CI has cores: many tests wait, for a database that is gone or a process to end.
  workers: 4,
  forbidOnly: true,
  // On a machine that is shared a wait may be too short once; the report names what passed late.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: "test-results",
  globalSetup: "./tests/support/global-setup.ts",
  reporter: [["list"], ["./tests/support/reporter.ts"]],
});
