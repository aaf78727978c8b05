import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  type Embedded,
  findEmbedded,
  startEmbedded,
  stopUnused,
} from "#lib/platform/postgres/embedded.ts";
import { isRunning, readPidFile } from "#lib/platform/postgres/postmaster.ts";
import { queryOnce, run } from "#tests/support/server/run.ts";
import { expect, test } from "#tests/support/test.ts";

const HOLDER = fileURLToPath(new URL("../../support/server/hold-embedded.ts", import.meta.url));

type Held = { child: ChildProcess; url: string; created: boolean };

let dataDir = "";
let holders: ChildProcess[] = [];

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(run().folder, "data-"));
  holders = [];
});

test.afterEach(async () => {
  for (const child of holders) child.kill("SIGKILL");
  if (await readPidFile(cluster())) await (await startEmbedded({ dataDir })).stop();
});

function cluster(): string {
  return join(dataDir, "postgres");
}

function spawnHolder(): ChildProcess & { stdout: NonNullable<ChildProcess["stdout"]> } {
  const child = spawn(process.execPath, [HOLDER, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  holders.push(child);
  return child;
}

async function hold(): Promise<Held> {
  const child = spawnHolder();
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, ...JSON.parse(line) };
}

async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

async function postmasterPid(): Promise<number> {
  return (await readPidFile(cluster()))?.pid ?? 0;
}

async function expectToWork(embedded: Embedded): Promise<void> {
  expect(await queryOnce(embedded.url, "select current_database() as name")).toEqual([
    { name: "allclear" },
  ]);
}

test("a kill -9 of its process loses nothing: the next start adopts the running database", async () => {
  const held = await hold();
  expect(held.created).toBe(true);
  await queryOnce(held.url, "create table kept as select 42 as answer");
  const pid = await postmasterPid();
  await killHard(held.child);
  expect(isRunning(pid)).toBe(true);

  const embedded = await startEmbedded({ dataDir });
  expect(embedded).toMatchObject({ created: false, adopted: true, url: held.url });
  expect(await queryOnce(embedded.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await embedded.stop();
  expect(isRunning(pid)).toBe(false);
});

test("a kill -9 of the whole database loses nothing that was committed", async () => {
  const held = await hold();
  await queryOnce(held.url, "create table kept as select 42 as answer");
  const pid = await postmasterPid();
  await killHard(held.child);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);

  const embedded = await startEmbedded({ dataDir });
  expect(embedded).toMatchObject({ created: false, adopted: false });
  expect(await queryOnce(embedded.url, "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("a postmaster.pid whose process id belongs to somebody else prevents nothing, and that process lives on", async () => {
  await (await startEmbedded({ dataDir })).stop();
  const stale = [process.pid, cluster(), 1_700_000_000, 5432, "", "127.0.0.1", "0 0", "ready"].join(
    "\n",
  );
  await writeFile(join(cluster(), "postmaster.pid"), `${stale}\n`);
  await expectToWork(await startEmbedded({ dataDir }));
  expect(await postmasterPid()).not.toBe(process.pid);
});

test("a postmaster.pid of a dead process prevents nothing", async () => {
  await (await startEmbedded({ dataDir })).stop();
  const dead = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(dead, "exit");
  await writeFile(
    join(cluster(), "postmaster.pid"),
    `${dead.pid}\n${cluster()}\n1700000000\n5432\n\n127.0.0.1\n       0         0\nready   \n`,
  );
  await expectToWork(await startEmbedded({ dataDir }));
});

test("a creation that was killed half-way leaves nothing behind that counts", async () => {
  const child = spawnHolder();
  const drafts = async () =>
    (await readdir(dataDir)).filter((name) => name.startsWith("postgres.init-"));
  await expect.poll(drafts, { intervals: [5] }).toHaveLength(1);
  await killHard(child);
  expect(await readdir(dataDir)).not.toContain("postgres");

  const embedded = await startEmbedded({ dataDir });
  expect(embedded.created).toBe(true);
  await expectToWork(embedded);
  await expect.poll(drafts).toEqual([]);
});

test("processes that start at the same time share one database", async () => {
  const [one, two] = await Promise.all([hold(), hold()]);
  expect(one.url).toBe(two.url);
  expect([one.created, two.created].sort()).toEqual([false, true]);
});

test("the database ends with the last process that uses it", async () => {
  const held = await hold();
  const pid = await postmasterPid();
  const second = await startEmbedded({ dataDir });
  await second.stop();
  expect(isRunning(pid)).toBe(true);
  await killHard(held.child);
  const last = await startEmbedded({ dataDir });
  await last.stop();
  expect(isRunning(pid)).toBe(false);
});

test("who starts while what a killed server left ends the database gets one that runs", async () => {
  for (let round = 0; round < 4; round++) {
    const held = await hold();
    await killHard(held.child);
    const [embedded] = await Promise.all([startEmbedded({ dataDir }), stopUnused(dataDir)]);
    await expectToWork(embedded);
    expect(embedded.isRunning()).toBe(true);
    await embedded.stop();
  }
});

test("a database process that hangs is replaced", async () => {
  const held = await hold();
  const pid = await postmasterPid();
  await killHard(held.child);
  process.kill(pid, "SIGSTOP");
  const embedded = await startEmbedded({ dataDir });
  expect(isRunning(pid)).toBe(false);
  expect(embedded.adopted).toBe(false);
  await expectToWork(embedded);
});

test("the CLI finds the running database, and nothing when none runs", async () => {
  expect(await findEmbedded(dataDir)).toBeNull();
  const embedded = await startEmbedded({ dataDir });
  expect(await findEmbedded(dataDir)).toBe(embedded.url);
  await embedded.stop();
  expect(await findEmbedded(dataDir)).toBeNull();
});

test("it commits durably, listens on this machine alone and keeps its password to its owner", async () => {
  const { url } = await startEmbedded({ dataDir });
  const settings =
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit";
  expect(await queryOnce(url, settings)).toEqual([{ fsync: "on", commit: "on" }]);
  const more =
    "select current_setting('listen_addresses') as address, datlocprovider::text as provider, datlocale as locale";
  expect(
    await queryOnce(url, `${more} from pg_database where datname = current_database()`),
  ).toEqual([{ address: "127.0.0.1", provider: "b", locale: "C.UTF-8" }]);
  expect((await stat(join(dataDir, "postgres.password"))).mode & 0o777).toBe(0o600);
  const wrong = Object.assign(new URL(url), { password: "wrong" }).href;
  await expect(queryOnce(wrong, "select 1")).rejects.toThrow(/password authentication failed/);
});

test("under root it runs as another user, even beneath a directory that only root may enter", async () => {
  test.skip(process.platform !== "linux" || process.getuid?.() !== 0, "needs root on Linux");
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  await expectToWork(await startEmbedded({ dataDir }));
  const status = await readFile(`/proc/${await postmasterPid()}/status`, "utf8");
  expect(status).not.toMatch(/^Uid:.*\b0\b/m);
  const capabilities = BigInt(`0x${/^CapEff:\s*(\w+)$/m.exec(status)?.[1]}`);
  const [dacOverride, dacReadSearch] = [1n << 1n, 1n << 2n];
  expect([dacOverride, dacReadSearch]).toContain(capabilities);
});

test("a place that cannot be used is refused with one line that names it", async () => {
  const file = join(dataDir, "file");
  await writeFile(file, "");
  await expect(startEmbedded({ dataDir: file })).rejects.toThrow(
    `DATA_DIR ${file} cannot be used: it is not a directory`,
  );
});
