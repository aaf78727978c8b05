import { createWriteStream } from "node:fs";
import { readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import pg from "pg";
import { syncFolder } from "#lib/platform/crypto/sync-folder.ts";
import { requireCluster } from "#lib/platform/postgres/cluster.ts";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { EmbeddedError } from "#lib/platform/postgres/errors.ts";

/** Files of a data directory, besides its cluster, that cannot be recreated. */
export const FILES = ["secret", "postgres.password", "welcomed"];

// As pg_basebackup does it: the slot keeps what is written meanwhile until it is sent, too.
const RESERVE = `CREATE_REPLICATION_SLOT allclear_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`;
const SEND = "BASE_BACKUP (LABEL 'allclear', CHECKPOINT 'fast', WAL true, WAIT false)";
const [ARCHIVE, DATA] = [..."nd"].map((letter) => letter.charCodeAt(0));

/**
 * The cluster as PostgreSQL itself archives it while it goes on: what is needed to become whole
 * again is in it.
 */
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

async function write(home: string, url: string, draft: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, replication: "true" } as pg.ClientConfig);
  client.on("error", () => {});
  try {
    const packer = createTarPacker();
    const out = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
    packHome(home, archiveOf(client), packer).catch((error) => packer.controller.error(error));
    await pipeline(packer.readable, createGzip(), out);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Backs up a data directory – database, secret, password – into a `.tar.gz` of the same layout,
 * whether or not a server uses it. The file appears only once it is complete.
 * @param replace whether a file of that name may be replaced
 * @returns its size in bytes
 * @throws {EmbeddedError}
 */
export async function backUpEmbedded(
  dataDir: string,
  file: string,
  replace: boolean,
): Promise<number> {
  const home = resolve(dataDir);
  if (!replace && (await stat(file).catch(() => null)))
    throw new EmbeddedError(`${file} exists: choose another name, or replace it with --force`);
  await requireCluster(home);
  const draft = `${file}.${process.pid}.part`;
  const embedded = await startEmbedded({ dataDir });
  try {
    await write(home, embedded.url, draft);
    await rename(draft, file);
    await syncFolder(dirname(file));
    return (await stat(file)).size;
  } finally {
    await rm(draft, { force: true });
    await embedded.stop();
  }
}
