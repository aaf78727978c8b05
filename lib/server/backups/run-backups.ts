import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Db, database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { runLoop } from "#lib/core/leases/loop.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { backupProblemOf } from "#lib/monitoring/warnings/backup-problems.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { secretIn, syncFolder } from "#lib/platform/crypto/secret-file.ts";
import { log } from "#lib/platform/log.ts";
import { backUpEmbedded, verifyBackup } from "#lib/platform/postgres/backup.ts";
import { findEmbedded } from "#lib/platform/postgres/embedded.ts";
import { lastDue } from "#lib/server/backups/due.ts";
import {
  claimBackup,
  keepBackupClaim,
  recordBackup,
  recordBackupFailure,
} from "#lib/server/backups/queries.ts";

const POLL_MS = 20_000;
const LEASE_S = 120;
const EXTEND_MS = 36_000;
const RETRY_S = 900;

/**
 * Servers may share a folder. Comes from a file that no backup contains, so that a restored copy
 * of a server touches nothing of the first.
 */
export function backupPrefix(dataDir: string): string {
  const id = createHash("sha256")
    .update(secretIn(join(dataDir, "backup-name")))
    .digest("hex");
  return `allclear-${id.slice(0, 8)}-`;
}

/** `end`: what follows the time in its name. */
function isOurs(name: string, prefix: string, end: RegExp): boolean {
  return name.startsWith(prefix) && end.test(name.slice(prefix.length));
}

const WHOLE = /^\d{8}T\d{6}Z\.tar\.gz$/;
const UNFINISHED = /^\d{8}T\d{6}Z\.tar\.gz\.new/;

async function deleteFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
}

type DueBackup = { due_at: string; signal: AbortSignal };

/** Deletes older backups only when the new one is whole. @returns its bytes */
async function makeBackup({ due_at, signal }: DueBackup): Promise<number> {
  const { DATA_DIR, BACKUP_DIR = "", BACKUP_KEEP } = env();
  const folder = resolve(BACKUP_DIR);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const prefix = backupPrefix(DATA_DIR);
  const left = await readdir(folder);
  await deleteFiles(
    folder,
    left.filter((name) => isOurs(name, prefix, UNFINISHED)),
  );
  const name = `${prefix}${due_at.replace(/[-:]/g, "")}Z.tar.gz`;
  const draft = join(folder, `${name}.new`);
  try {
    const bytes = await backUpEmbedded(DATA_DIR, draft, { replace: true, signal });
    await verifyBackup(draft, signal);
    await rename(draft, join(folder, name));
    await syncFolder(folder);
    const all = (await readdir(folder)).filter((one) => isOurs(one, prefix, WHOLE)).sort();
    await deleteFiles(folder, all.slice(0, -BACKUP_KEEP));
    return bytes;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Makes the backup that is due, unless it is made or another process makes it. */
export async function backUpWhenDue(db: Db, signal: AbortSignal): Promise<void> {
  const { BACKUP_SCHEDULE: schedule } = env();
  if (!schedule) return;
  const grant = authorizeProgram(systemContext(db, "back-up"));
  const due_at = lastDue(schedule, wireNow());
  if (!(await claimBackup(db, grant, due_at, LEASE_S))) return;
  const keeping = setInterval(() => {
    keepBackupClaim(db, grant, due_at, LEASE_S).catch(() => {});
  }, EXTEND_MS);
  try {
    const bytes = await makeBackup({ due_at, signal });
    await recordBackup(db, grant, due_at, bytes);
    log().info({ due_at, bytes }, "backed up");
  } catch (error) {
    if (signal.aborted) return;
    log().error({ err: error, due_at }, "backup failed");
    const failure = { due_at, error: backupProblemOf(error), retry_s: RETRY_S };
    await recordBackupFailure(db, grant, failure);
  } finally {
    clearInterval(keeping);
  }
}

/** Backs up the embedded database on its schedule, until stopped. */
export async function runBackups(stop: AbortSignal): Promise<void> {
  const { BACKUP_SCHEDULE, DATA_DIR } = env();
  if (!BACKUP_SCHEDULE || !(await findEmbedded(DATA_DIR))) return;
  await runLoop({ stop, failed: "backing up failed" }, async () => {
    await backUpWhenDue(database(), stop);
    return POLL_MS;
  });
}
