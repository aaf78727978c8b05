import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { test } from "@playwright/test";

/** An empty folder of the test's own; the next run removes it. */
export async function ownFolder(): Promise<string> {
  const { outputDir } = test.info();
  await mkdir(outputDir, { recursive: true });
  return mkdtemp(join(outputDir, "own-"));
}
