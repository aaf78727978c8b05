import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { cli } from "#tests/support/cli.ts";
import { type EmbeddedHome, fillHome, makeEmbeddedHome } from "#tests/support/embedded.ts";
import { test as base, expect } from "#tests/support/test.ts";

const SIZE = "400m";

function mount(folder: string): boolean {
  const args = ["-t", "tmpfs", "-o", `size=${SIZE},mode=755`, "tmpfs", folder];
  return spawnSync("mount", args).status === 0;
}

type Disk = { home: EmbeddedHome; fill(): void; empty(): void };

const test = base.extend<{ disk: Disk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  disk: async ({}, use, { skip }) => {
    const home = await makeEmbeddedHome();
    await mkdir(home.dataDir, { recursive: true });
    skip(!mount(home.dataDir), "needs a small disk of its own: mount, as root");
    await fillHome(home);
    const filler = join(home.dataDir, "filler");
    const fill = () => {
      const file = openSync(filler, "w");
      for (const bytes of [2 ** 20, 2 ** 12, 1]) {
        try {
          for (;;) writeSync(file, Buffer.alloc(bytes, 1));
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
        }
      }
      closeSync(file);
    };
    await use({ home, fill, empty: () => rmSync(filler) });
    rmSync(filler, { force: true });
    await home.stop();
    spawnSync("umount", ["-l", home.dataDir]);
  },
});

test("with a full disk at the start saved pages are served, the log says why, and all works once there is room", async ({
  disk,
}) => {
  const first = await disk.home.start();
  const page = await first.visit("acme");
  expect(page.status).toBe(200);
  await first.stop();

  disk.fill();
  const env = { DATABASE_URL: "", DATA_DIR: disk.home.dataDir };
  expect(await cli(["backup", join(disk.home.dataDir, "b.tar.gz")], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no disk space is left"),
  });
  const told = first.output().length;
  const server = await disk.home.start(first.port, "/healthz");
  const saved = await server.visit("acme");
  expect([saved.status, saved.text]).toEqual([200, page.text]);
  expect((await server.request("/readyz")).status).toBe(503);
  expect(server.output().slice(told)).toContain("no disk space is left");
  expect(server.output()).not.toContain("Another process");

  disk.empty();
  await expect
    .poll(async () => (await server.request("/readyz")).status, { timeout: 60_000 })
    .toBe(200);
  const key = (await cli(["api-key", "create", "--organization", "1"], env)).stdout.trim();
  const headers = { authorization: key };
  const body = { incident: { title: "After the flood", type: "minor", service_ids: [1] } };
  const path = "/api/v2/status_pages/acme/incidents";
  expect((await server.request(path, { method: "POST", headers, body })).status).toBe(201);
  await server.stop();
  expect(await readFile(join(disk.home.dataDir, "postgres/PG_VERSION"), "utf8")).toMatch(/^\d+\n$/);
});
