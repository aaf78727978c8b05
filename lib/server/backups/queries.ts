import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";

const KEPT_DAYS = 90;

const until = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

/** @returns whether this process makes the backup; nobody else does until the lease ends */
export async function claimBackup(
  db: Db,
  _grant: ProgramGrant,
  due_at: string,
  lease_s: number,
): Promise<boolean> {
  const claimed_until = until(lease_s);
  const claimed = await db
    .insertInto("backups")
    .values({ due_at, claimed_until })
    .onConflict((known) =>
      known
        .column("due_at")
        .doUpdateSet({ claimed_until })
        .where("backups.finished_at", "is", null)
        .where("backups.claimed_until", "<=", sql<string>`now()`),
    )
    .returning("due_at")
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function keepBackupClaim(
  db: Db,
  _grant: ProgramGrant,
  due_at: string,
  lease_s: number,
): Promise<void> {
  await db
    .updateTable("backups")
    .set({ claimed_until: until(lease_s) })
    .where("due_at", "=", due_at)
    .execute();
}

export async function recordBackup(
  db: Db,
  _grant: ProgramGrant,
  due_at: string,
  bytes: number,
): Promise<void> {
  await db
    .updateTable("backups")
    .set({ finished_at: sql<string>`now()`, bytes, error: null })
    .where("due_at", "=", due_at)
    .execute();
  await db
    .deleteFrom("backups")
    .where("due_at", "<", sql<string>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
}

export async function recordBackupFailure(
  db: Db,
  _grant: ProgramGrant,
  { due_at, error, retry_s }: { due_at: string; error: string; retry_s: number },
): Promise<void> {
  await db
    .updateTable("backups")
    .set({ error, claimed_until: until(retry_s) })
    .where("due_at", "=", due_at)
    .execute();
}
