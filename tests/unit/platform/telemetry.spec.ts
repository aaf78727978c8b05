import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROOT } from "#tests/support/code/sources.ts";

// What every command of Next does, in this order: read the configuration, then ask this.
const ASK = `
const { default: load } = require("next/dist/server/config");
const { Telemetry } = require("next/dist/telemetry/storage");
load("phase-production-build", process.cwd()).then(({ distDir }) =>
  console.log("enabled: " + new Telemetry({ distDir, skipNotify: true }).isEnabled));`;

for (const folder of [".", "tests/bench/baseline"]) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  test(`Next sends no telemetry, whoever starts it in ${folder}`, ({}, { outputDir }) => {
    const { NEXT_TELEMETRY_DISABLED: _, CI: __, ...env } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", ASK], {
      cwd: join(ROOT, folder),
      env: { ...env, XDG_CONFIG_HOME: outputDir, HOME: outputDir },
      encoding: "utf8",
    });
    expect(stdout, stderr).toContain("enabled: false");
  });
}
