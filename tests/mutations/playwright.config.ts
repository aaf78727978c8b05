import { basename, dirname, join } from "node:path";
import { defineConfig } from "@playwright/test";
import usual from "../../playwright.config.ts";

const FILES: string[] = JSON.parse(process.env.MUTATIONS_SPECS ?? "[]");
const ROOT = join(import.meta.dirname, "../..");

/** A project for each spec file gives it a worker of its own, whose number tells the file. */
export default defineConfig({
  ...usual,
  projects: FILES.map((file) => ({
    name: file,
    testDir: join(ROOT, dirname(file)),
    testMatch: `**/${basename(file)}`,
  })),
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  reporter: [["json"]],
  // One database server serves every run of a sample.
  globalSetup: undefined,
});
