import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { EmbeddedError } from "#lib/platform/postgres/errors.ts";

test("a database whose password is lost is neither opened nor given another one", async () => {
  const home = await mkdtemp(join(tmpdir(), "allclear-home-"));
  await mkdir(join(home, "postgres"));
  const start = startEmbedded({ dataDir: home });
  await expect(start).rejects.toThrow(EmbeddedError);
  await expect(start).rejects.toThrow(/postgres\.password is missing: .* cannot be opened/);
  expect(await readdir(home)).toEqual(["postgres"]);
  await rm(home, { recursive: true });
});
