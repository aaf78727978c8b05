import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { EmbeddedError } from "#lib/platform/postgres/errors.ts";
import { isPostmasterOf } from "#lib/platform/postgres/postmaster.ts";
import { ROOT } from "#tests/support/code/sources.ts";

test("a database whose password is lost is neither opened nor given another one", async () => {
  const home = await mkdtemp(join(tmpdir(), "allclear-home-"));
  await mkdir(join(home, "postgres"));
  const start = startEmbedded({ dataDir: home });
  await expect(start).rejects.toThrow(EmbeddedError);
  await expect(start).rejects.toThrow(/postgres\.password is missing: .* cannot be opened/);
  expect(await readdir(home)).toEqual(["postgres"]);
  await rm(home, { recursive: true });
});

/** Starts a process in a folder whose command line is PostgreSQL's. */
async function startNamesake(folder: string, dataDir: string, prefix: string[]): Promise<number> {
  const run = `cd -- "$1" && exec -a postgres "$0" -e "setInterval(Object, 9e3)" x -D "$2"`;
  const [command = "", ...args] = [...prefix, "bash", "-c", run, process.execPath, folder, dataDir];
  const { pid = 0 } = spawn(command, args);
  await expect.poll(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")).toMatch(/^postgres\0/);
  return pid;
}

for (const [kind, dataDirOf] of [
  ["an absolute", (folder: string) => folder],
  ["a relative", () => "."],
] as const)
  test(`a database started with ${kind} path is recognized after its folder is renamed`, async () => {
    test.skip(process.platform !== "linux", "needs /proc");
    const home = await mkdtemp(join(tmpdir(), "allclear-home-"));
    const [before, after] = [join(home, "before", "postgres"), join(home, "after", "postgres")];
    await mkdir(before, { recursive: true });
    const pid = await startNamesake(before, dataDirOf(before), []);
    await rename(join(home, "before"), join(home, "after"));
    await mkdir(before, { recursive: true });
    const recognized = await Promise.all([after, before].map((path) => isPostmasterOf(path, pid)));
    process.kill(pid);
    await rm(home, { recursive: true });
    expect(recognized).toEqual([true, false]);
  });

const SETPRIV = ["--reuid=65534", "--regid=65534", "--clear-groups"];
// As systemd starts a service that may listen on port 80.
const CAPABLE = ["--inh-caps=+net_bind_service", "--ambient-caps=+net_bind_service"];
const IMPORT = `import { isPostmasterOf } from "${join(ROOT, "lib/platform/postgres/postmaster.ts")}";`;
const LOOK = `${IMPORT}
const [folder, pid] = process.argv.slice(1);
console.log(String(await isPostmasterOf(folder, Number(pid))));`;

test("a database with more capabilities than the command line is recognized", async () => {
  const node = [process.execPath, "--input-type=module", "--eval"];
  const probe = [...SETPRIV, ...CAPABLE, ...node, IMPORT];
  const isPossible = spawnSync("setpriv", probe).status === 0;
  test.skip(!isPossible, "needs setpriv, root on Linux, and a checkout that all may read");
  const folder = await mkdtemp(join(tmpdir(), "allclear-home-"));
  await chmod(folder, 0o755);
  const pid = await startNamesake(folder, folder, ["setpriv", ...SETPRIV, ...CAPABLE]);
  const look = [...node, LOOK, folder, String(pid)];
  const { stdout, stderr } = spawnSync("setpriv", [...SETPRIV, ...look], { encoding: "utf8" });
  process.kill(pid);
  await rm(folder, { recursive: true });
  expect([stdout, stderr]).toEqual(["true\n", ""]);
});
