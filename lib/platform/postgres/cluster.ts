import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { EmbeddedError, explain, failure } from "#lib/platform/postgres/errors.ts";
import { isRunning } from "#lib/platform/postgres/postmaster.ts";
import type { Program } from "#lib/platform/postgres/program.ts";

export const SUPERUSER = "allclear";
const DRAFT = /^postgres\.init-(\d+)-/;

async function run(home: string, program: Program, args: string[]): Promise<void> {
  const { file, args: all, options } = program.command("initdb", args);
  const child = spawn(file, all, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  const [code, output] = await Promise.all([ended, text(child.stderr)]);
  if (code !== 0) throw failure(home, "The database could not be created", output);
}

async function removeDrafts(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = Number(DRAFT.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || (pid !== process.pid && isRunning(pid))) continue;
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

async function make(
  home: string,
  draft: string,
  program: Program,
  password: string,
): Promise<void> {
  const cluster = join(draft, "cluster");
  const passwordFile = join(draft, "password");
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  const { owner } = program;
  if (owner)
    for (const path of [draft, cluster, passwordFile]) await chown(path, owner.uid, owner.gid);
  await run(home, program, [
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ]);
  await rename(cluster, join(home, "postgres"));
}

async function exists(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  return found !== undefined;
}

/** @throws {EmbeddedError} when there is no cluster in a data directory */
export async function requireCluster(home: string): Promise<void> {
  if (!(await exists(join(home, "postgres/PG_VERSION"))))
    throw new EmbeddedError(`There is no database in ${home}`);
}

/** Creates the cluster under another name and renames it: it is complete or absent. */
export async function ensureCluster(
  home: string,
  program: Program,
  password: string,
  onProgress: (text: string) => void,
): Promise<void> {
  const cluster = join(home, "postgres");
  await removeDrafts(home);
  if (await exists(join(cluster, "PG_VERSION"))) return;
  onProgress(`Creating the database in ${cluster}`);
  const draft = join(home, `postgres.init-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    await make(home, draft, program, password);
    await chmod(cluster, 0o700);
  } catch (error) {
    // Another process was faster, and its cluster is as good.
    if (!(await exists(join(cluster, "PG_VERSION")))) throw explain(home, error);
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 });
  }
}
