import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { cli } from "#tests/support/server/cli.ts";
import { type EmbeddedHome, fillHome, makeEmbeddedHome } from "#tests/support/server/embedded.ts";
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

test("while a disk is full writes are told to come again, and the server is not ready until there is room", async ({
  disk,
}) => {
  const server = await disk.home.start();
  const env = { DATABASE_URL: "", DATA_DIR: disk.home.dataDir };
  const key = (await cli(["api-key", "create", "--organization", "1"], env)).stdout.trim();
  const headers = { authorization: key };
  const post = () => {
    const updates = [{ description: randomBytes(30_000).toString("hex") }];
    const body = { incident: { title: "Flood", type: "minor", service_ids: [1], updates } };
    const path = "/api/v2/status_pages/acme/incidents";
    return server.request(path, { method: "POST", headers, body });
  };
  expect((await post()).status).toBe(201);
  disk.fill();
  let answer = await post();
  for (let more = 0; answer.status === 201 && more < 50; more++) answer = await post();
  expect([answer.status, answer.text]).toEqual([503, '{"error":"Service unavailable"}']);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(server.output()).toContain("the database has no disk space left");
  const ready = async () => (await server.request("/readyz")).status;
  await expect.poll(ready).toBe(503);
  expect((await server.visit("acme")).status).toBe(200);

  disk.empty();
  await expect.poll(ready, { timeout: 60_000 }).toBe(200);
  expect((await post()).status).toBe(201);
  await server.stop();
});
