import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { readPidFile, stopPostmaster } from "#lib/platform/postgres/postmaster.ts";
import { cli } from "#tests/support/server/cli.ts";
import { endProgram, startProgram } from "#tests/support/server/program.ts";
import { queryOnce, run } from "#tests/support/server/run.ts";
import { expect, test } from "#tests/support/test.ts";

// Each command is a process of its own, on a machine that may have other things to do.

let folder: string;
let file: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(run().folder, "backup-"));
  file = join(folder, "allclear.tar.gz");
});

const at = (name: string) => ({ DATABASE_URL: "", DATA_DIR: join(folder, name) });
const refusal = (text: string) => ({
  code: 1,
  stdout: "",
  stderr: expect.stringMatching(new RegExp(`^error: .*${text}.*\n$`)),
});

const COUNT = `import("pg").then(async ({ default: pg }) => {
  const client = new pg.Client();
  await client.connect();
  const { rows } = await client.query("select count(*)::int as n from kept");
  console.log(String(rows[0].n));
  await client.end();
})`;

test("a database that nobody runs is backed up, dumped and restored, and stands still afterwards", async () => {
  const dataDir = join(folder, "data");
  const made = await startEmbedded({ dataDir });
  await queryOnce(made.url, "create table kept as select n from generate_series(1, 100000) as n");
  await made.stop();
  expect(await cli(["backup", file], at("data"))).toMatchObject({ code: 0, stderr: "" });
  expect(await readPidFile(join(dataDir, "postgres"))).toBeNull();
  const dumped = await cli(["with-database", process.execPath, "-e", COUNT], at("data"));
  expect(dumped).toEqual({ code: 0, stdout: "100000\n", stderr: "" });
  expect(await readPidFile(join(dataDir, "postgres"))).toBeNull();

  const restored = join(folder, "restored");
  expect(await cli(["restore", file], at("restored"))).toMatchObject({ code: 0, stderr: "" });
  expect((await stat(join(restored, "postgres.password"))).mode & 0o777).toBe(0o600);
  expect(await cli(["restore", file], at("restored"))).toEqual(refusal("is not empty"));
  const embedded = await startEmbedded({ dataDir: restored });
  expect(embedded.created).toBe(false);
  expect(
    await queryOnce(embedded.url, "select count(*)::int as n, sum(n)::text as sum from kept"),
  ).toEqual([{ n: 100_000, sum: "5000050000" }]);
  await embedded.stop();

  const piped = startProgram(["cli", "backup", "-"], at("data"));
  piped.stdin.end();
  await pipeline(piped.stdout, createWriteStream(join(folder, "piped.tar.gz")));
  const again = await cli(["restore", join(folder, "piped.tar.gz")], at("piped"));
  expect(again).toMatchObject({ code: 0, stderr: "" });

  const unwritable = join(folder, "nowhere", "allclear.tar.gz");
  expect(await cli(["backup", unwritable], at("data"))).toEqual(refusal("no such file"));
  expect(await readPidFile(join(dataDir, "postgres"))).toBeNull();
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(0, whole.length / 2));
  await mkdir(join(folder, "empty"));
  expect(await cli(["restore", file], at("empty"))).toEqual(refusal("is no whole backup"));
  expect(await readdir(join(folder, "empty"))).toEqual([]);
});

for (const signal of ["SIGTERM", "SIGHUP"] as const)
  test(`with-database passes ${signal} on and stops the database before it ends`, async () => {
    const dataDir = join(folder, "data");
    await (await startEmbedded({ dataDir })).stop();
    const code = "console.log('ready'); setTimeout(Object, 6e4)";
    const child = startProgram(["cli", "with-database", process.execPath, "-e", code], at("data"));
    await once(child.stdout, "data");
    await endProgram(child, signal);
    const left = await readPidFile(join(dataDir, "postgres"));
    if (left) await stopPostmaster(join(dataDir, "postgres"), left.pid);
    expect([child.exitCode, left]).toEqual([1, null]);
  });

test("what cannot be backed up or restored is told in one line", async () => {
  const none = refusal("There is no database in");
  expect(await cli(["backup", file], at("nowhere"))).toEqual(none);
  expect(await cli(["with-database", "psql"], at("nowhere"))).toEqual(none);
  expect(await cli(["restore", file], at("nowhere"))).toEqual(refusal("no such file"));
  await writeFile(file, "not an archive");
  expect(await cli(["restore", file], at("nowhere"))).toEqual(refusal("is no whole backup"));
  const own = { DATABASE_URL: run().postgres };
  expect(await cli(["backup", file], own)).toEqual(refusal("with-database pg_dump"));
  expect(await cli(["restore", file], own)).toEqual(refusal("with-database pg_restore"));
});

test("a backup replaces no file unless it is told to", async () => {
  await writeFile(file, "the backup of last week");
  expect(await cli(["backup", file], at("nowhere"))).toEqual(refusal("exists.*--force"));
  const forced = await cli(["backup", file, "--force"], at("nowhere"));
  expect(forced).toEqual(refusal("There is no database in"));
  expect(await readFile(file, "utf8")).toBe("the backup of last week");
});
