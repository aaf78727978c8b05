import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isRunning } from "#lib/platform/postgres/postmaster.ts";
import { request } from "#tests/support/http/http.ts";
import { type EmbeddedHome, makeUsedHome } from "#tests/support/server/embedded.ts";
import { ownEnv } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { test as base, expect } from "#tests/support/test.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
// As a container does it: process ids of its own, the first of which is the server.
const UNSHARE = ["--pid", "--fork", "--kill-child", "--mount-proc"];
const canUnshare = spawnSync("unshare", [...UNSHARE, "true"]).status === 0;

/** What the system says of a process; nothing of one that is gone. */
function told(pid: number, of: string): string {
  try {
    return readFileSync(`/proc/${pid}/${of}`, "utf8").trim();
  } catch {
    return "";
  }
}

function childrenOf(pid: number): number[] {
  return (told(pid, `task/${pid}/children`).match(/\d+/g) ?? []).map(Number);
}

type Container = { home: EmbeddedHome; outer: ChildProcess; first: number; ready(): Promise<void> };

const test = base.extend<{ container: Container }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  container: async ({}, use) => {
    const home = await makeUsedHome();
    const port = await ownPort();
    const env = ownEnv({ PORT: String(port), DATA_DIR: home.dataDir });
    const command = [...UNSHARE, process.execPath, "server.ts"];
    const outer = spawn("unshare", command, { cwd: ROOT, env, stdio: "ignore" });
    const status = () =>
      request(port, "localhost", "/readyz").then(
        (answer) => answer.status,
        () => 0,
      );
    const ready = () => expect.poll(status, { timeout: 60_000 }).toBe(200);
    await ready();
    await use({ home, outer, first: childrenOf(outer.pid ?? 0)[0] ?? 0, ready });
    outer.kill("SIGKILL");
    await home.stop();
  },
});

test.skip(!canUnshare, "needs unshare with process ids of its own: Linux, as root");

test("as the first process of a container the server ends in order at a SIGTERM, and its database with it", async ({
  container: { home, outer, first },
}) => {
  const postmaster = (await home.postmaster()) ?? 0;
  expect(postmaster).toBeGreaterThan(0);
  const ended = once(outer, "exit");
  process.kill(first, "SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(await home.postmaster()).toBeNull();
});

test("as the first process of a container the server leaves no dead processes of its database behind", async ({
  container: { first, ready },
}) => {
  const below = (pid: number): number[] => childrenOf(pid).flatMap((id) => [id, ...below(id)]);
  const isPostmaster = (pid: number) => told(pid, "cmdline").includes("/bin/postgres\0-D");
  const postmaster = below(first).find(isPostmaster) ?? 0;
  const backends = childrenOf(postmaster);
  expect(backends.length).toBeGreaterThan(3);
  process.kill(postmaster, "SIGKILL");
  await expect.poll(() => backends.some(isRunning)).toBe(false);
  await ready();
  await expect.poll(() => below(first).filter((pid) => !isRunning(pid))).toEqual([]);
});
