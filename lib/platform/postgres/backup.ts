import { createReadStream, createWriteStream } from "node:fs";
import { chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { unpackTar } from "modern-tar/fs";
import pg from "pg";
import { syncFolder } from "#lib/platform/crypto/secret-file.ts";
import { requireCluster } from "#lib/platform/postgres/cluster.ts";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { BrokenBackup, EmbeddedError } from "#lib/platform/postgres/errors.ts";
import { findProgram } from "#lib/platform/postgres/program.ts";

/** Files that cannot be recreated. */
export const FILES = ["secret", "postgres.password", "welcomed"];

// Like pg_basebackup: the slot keeps WAL until it is sent.
const RESERVE = `CREATE_REPLICATION_SLOT allclear_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`;
const SEND = "BASE_BACKUP (LABEL 'allclear', CHECKPOINT 'fast', WAL true, WAIT false)";
const [ARCHIVE, DATA] = [..."nd"].map((letter) => letter.charCodeAt(0));

/** PostgreSQL's own archive of the running cluster, with the WAL needed to recover. */
function archiveOf(client: pg.Client): ReadableStream<Uint8Array> {
  const archive = new PassThrough();
  const { connection } = client;
  let archives = 0;
  connection.on("copyData", ({ chunk }: { chunk: Buffer }) => {
    if (chunk[0] === ARCHIVE) archives += 1;
    if (archives > 1)
      archive.destroy(
        new EmbeddedError("A database with tablespaces cannot be backed up like this"),
      );
    if (chunk[0] !== DATA || archive.destroyed || archive.write(Buffer.from(chunk.subarray(1))))
      return;
    connection.stream.pause();
  });
  archive.on("drain", () => connection.stream.resume());
  const send = async () => {
    await client.connect();
    await client.query(RESERVE);
    await client.query(SEND);
  };
  send().then(
    () => archive.end(),
    (error) =>
      archive.destroy(new EmbeddedError(`PostgreSQL refuses the backup: ${error.message}`)),
  );
  return Readable.toWeb(archive) as ReadableStream<Uint8Array>;
}

async function packHome(
  home: string,
  archive: ReadableStream<Uint8Array>,
  { controller }: ReturnType<typeof createTarPacker>,
): Promise<void> {
  for (const name of FILES) {
    const content = await readFile(join(home, name)).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (content === undefined) continue;
    await new Blob([content])
      .stream()
      .pipeTo(controller.add({ name, size: content.byteLength, mode: 0o600 }));
  }
  for await (const { header, body } of archive.pipeThrough(createTarDecoder())) {
    await body.pipeTo(controller.add({ ...header, name: `postgres/${header.name}` }));
  }
  controller.finalize();
}

async function write(
  home: string,
  url: string,
  draft: string,
  signal?: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, replication: "true" } as pg.ClientConfig);
  client.on("error", () => {});
  try {
    const packer = createTarPacker();
    const out = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
    packHome(home, archiveOf(client), packer).catch((error) => packer.controller.error(error));
    await pipeline(packer.readable, createGzip(), out, { signal });
  } finally {
    await client.end().catch(() => {});
  }
}

type Options = {
  /** Whether the file may be replaced. */
  replace: boolean;
  signal?: AbortSignal;
};

/**
 * Backs up a data directory in use or not; the file appears only when complete.
 * @returns its size in bytes
 * @throws {EmbeddedError}
 */
export async function backUpEmbedded(
  dataDir: string,
  file: string,
  { replace, signal }: Options,
): Promise<number> {
  const home = resolve(dataDir);
  if (!replace && (await stat(file).catch(() => null)))
    throw new EmbeddedError(`${file} exists: choose another name, or replace it with --force`);
  await requireCluster(home);
  const draft = `${file}.${process.pid}.part`;
  const embedded = await startEmbedded({ dataDir });
  try {
    await write(home, embedded.url, draft, signal);
    await rename(draft, file);
    await syncFolder(dirname(file));
    return (await stat(file)).size;
  } finally {
    await rm(draft, { force: true });
    await embedded.stop();
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

const ESSENTIAL = ["secret", "postgres.password", "postgres/backup_label", "postgres/PG_VERSION"];

/**
 * Reads it to its end, so that every checksum of the archive is compared.
 * @throws {BrokenBackup} when it is not whole
 */
export async function verifyBackup(file: string, signal?: AbortSignal): Promise<void> {
  const found = new Set<string>();
  const archive = createGunzip();
  const reading = pipeline(createReadStream(file), archive, { signal });
  reading.catch(() => {});
  const entries = Readable.toWeb(archive) as ReadableStream<Uint8Array>;
  try {
    for await (const { header, body } of entries.pipeThrough(createTarDecoder())) {
      found.add(header.name);
      await body.pipeTo(new WritableStream());
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall || signal?.aborted) throw error;
    throw new BrokenBackup("the backup could not be read again");
  }
  if (ESSENTIAL.some((name) => !found.has(name))) throw new BrokenBackup("the backup is not whole");
}

async function unpack(file: string, folder: string): Promise<void> {
  const unpacking = pipeline(
    createReadStream(file),
    createGunzip(),
    unpackTar(folder, { strict: true, dmode: 0o700, fmode: 0o600 }),
  );
  const error = await unpacking.catch((reason) => reason);
  // Only errors of the file system have a `syscall`; all others mean an invalid archive.
  if (error?.syscall) throw error;
  if (error || !(await isThere(join(folder, "postgres/backup_label"))))
    throw new EmbeddedError(`${file} is no whole backup of Allclear`);
}

async function handOver(cluster: string, owner: { uid: number; gid: number }): Promise<void> {
  const names = await readdir(cluster, { recursive: true });
  for (const path of [cluster, ...names.map((name) => join(cluster, name))])
    await chown(path, owner.uid, owner.gid);
}

// The database comes last, so that nothing opens half of it.
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
 * Overwrites nothing; the database appears only when complete.
 * @throws {EmbeddedError} when the directory is not empty or the file is not a backup
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
