import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import fc from "fast-check";
import { browser } from "./tests/support/browser/browser.ts";

process.env.LOG_LEVEL ??= "error";
const isThorough = process.env.TEST_THOROUGH === "1";
const isNamed = process.argv.some((arg) => arg.includes(".thorough."));
// The usual run tries the same cases each time; a thorough one searches on, and prints its seed.
process.env.TEST_SEED ??= String(isThorough ? randomInt(2 ** 31) : 1);
fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });

// Playwright looks up source maps for every frame of each step's stack, a tenth of its workers'
// time. Node strips types in place, so the frames are right without.
Reflect.deleteProperty(Error, "prepareStackTrace");

const MAX_WORKERS = 8;

const project = (name: string) => ({ name, testDir: `tests/${name}` });

export default defineConfig({
  projects: [
    project("unit"),
    project("db"),
    project("api"),
    { ...project("e2e"), use: { launchOptions: browser() } },
  ],
  // Many tests wait, for a database that is gone or a process to end. Each worker has a server.
  workers: Math.min(2 * availableParallelism(), MAX_WORKERS),
  testIgnore: isThorough || isNamed ? [] : "**/*.thorough.spec.ts",
  forbidOnly: true,
  // On a machine that is shared a wait may be too short once; the report names what passed late.
  retries: process.env.CI ? 1 : 0,
  // For machines several times slower than CI's: a wait ends when what it waits for is there.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  outputDir: "test-results",
  globalSetup: "./tests/support/server/global-setup.ts",
  reporter: [["list"], ["./tests/support/server/reporter.ts"]],
});
