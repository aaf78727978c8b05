import { createReadStream } from "node:fs";
import { chown, mkdir, mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import { FILES } from "#lib/platform/postgres/backup.ts";
import { EmbeddedError } from "#lib/platform/postgres/errors.ts";
import { findProgram } from "#lib/platform/postgres/program.ts";

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

async function unpack(file: string, folder: string): Promise<void> {
  const unpacking = pipeline(
    createReadStream(file),
    createGunzip(),
    unpackTar(folder, { strict: true, dmode: 0o700, fmode: 0o600 }),
  );
  const error = await unpacking.catch((reason) => reason);
  // Errors of the file system are passed on; all others mean that the file is not a valid
  // archive.
  if (error?.syscall) throw error;
  if (error || !(await isThere(join(folder, "postgres/backup_label"))))
    throw new EmbeddedError(`${file} is no whole backup of Allclear`);
}

async function handOver(cluster: string, owner: { uid: number; gid: number }): Promise<void> {
  const names = await readdir(cluster, { recursive: true });
  for (const path of [cluster, ...names.map((name) => join(cluster, name))])
    await chown(path, owner.uid, owner.gid);
}

// PostgreSQL writes its own files out before it recovers; the database comes last, so that nothing
// opens half of it.
async function moveIntoPlace(draft: string, home: string): Promise<void> {
  for (const name of FILES) {
    if (!(await isThere(join(draft, name)))) continue;
    const handle = await open(join(draft, name), "r+");
    await handle.sync().finally(() => handle.close());
    await rename(join(draft, name), join(home, name));
  }
  await rename(join(draft, "postgres"), join(home, "postgres"));
}

/**
 * Makes a data directory of what `backUpEmbedded` wrote. Nothing is overwritten, and the database
 * is there when it is whole.
 * @throws {EmbeddedError} when the directory is not empty, or the file is not such a backup
 */
export async function restoreEmbedded(file: string, dataDir: string): Promise<void> {
  const home = resolve(dataDir);
  await mkdir(home, { recursive: true });
  if ((await readdir(home)).length > 0)
    throw new EmbeddedError(
      `${home} is not empty, and nothing is overwritten: set DATA_DIR to a new one`,
    );
  const draft = await mkdtemp(join(home, "restore-"));
  try {
    await unpack(file, draft);
    const cluster = join(draft, "postgres");
    const { owner } = findProgram(draft, cluster);
    if (owner) await handOver(cluster, owner);
    await moveIntoPlace(draft, home);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
