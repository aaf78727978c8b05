import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";

const LEASE_S = 30;
const MAX_ROWS = 1_000;
const PROBE_S = 60;
const PROBE_AGAIN_S = 15;
const MAX_RETRY_S = 60;
/** A purge that waits longer is failing. */
const LATE_S = 5;
const SUCCESS_S = 150;

const now = sql<string>`now()`;

const seconds = (count: number) => sql`make_interval(secs => ${count})`;

export type DuePurge = { id: number; status_page_id: number; hard: boolean };

/** Purges that are due, for this process alone until the lease ends. */
export async function claimPurges(db: Db, _grant: ProgramGrant): Promise<DuePurge[]> {
  const { rows } = await sql<DuePurge>`
    update edge_purges as purge set due_at = now() + ${seconds(LEASE_S)}
    from (
      select id from edge_purges where due_at <= now()
      order by id limit ${MAX_ROWS} for update skip locked
    ) as due
    where purge.id = due.id returning purge.id, purge.status_page_id, purge.hard`.execute(db);
  return rows;
}

/** @returns whether nothing was purged for a while, and nobody else tries */
export async function claimProbe(db: Db, _grant: ProgramGrant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("edge_purging")
    .set({ probed_at: now })
    .where(sql<boolean>`coalesce(probed_at < now() - case when error is null
      then ${seconds(PROBE_S)} else ${seconds(PROBE_AGAIN_S)} end, true)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @param repeat_s when purges are repeated, once; null: not at all */
export async function finishPurges(
  db: Db,
  _grant: ProgramGrant,
  ids: readonly number[],
  repeat_s: number | null,
): Promise<void> {
  await db
    .deleteFrom("edge_purges")
    .where("id", "in", ids)
    .where((eb) => eb.or([eb("purged_at", "is not", null), eb.val(repeat_s === null)]))
    .execute();
  if (repeat_s !== null)
    await db
      .updateTable("edge_purges")
      .set({ purged_at: now, due_at: sql<string>`now() + ${seconds(repeat_s)}` })
      .where("id", "in", ids)
      .execute();
}

/** The longer a purge has been failing, the later it is retried. */
export async function postponePurges(
  db: Db,
  _grant: ProgramGrant,
  ids: readonly number[],
  after_s: number,
): Promise<void> {
  const pause = sql`greatest(${seconds(after_s)},
    least(now() - coalesce(purged_at, asked_at), ${seconds(MAX_RETRY_S)}))`;
  await db
    .updateTable("edge_purges")
    .set({ due_at: sql<string>`now() + ${pause}` })
    .where("id", "in", ids)
    .execute();
}

/** @param error null: the CDN took a purge */
export async function recordPurging(
  db: Db,
  _grant: ProgramGrant,
  error: string | null,
): Promise<void> {
  await db
    .updateTable("edge_purging")
    .set(error === null ? { succeeded_at: now, probed_at: now, error } : { error })
    .execute();
}

/** Whether changes have lately reached the CDN, and none waits. */
export async function isPurgingCurrent(db: Db, _grant: ProgramGrant): Promise<boolean> {
  const { rows } = await sql<{ is_current: boolean }>`
    select coalesce(succeeded_at > now() - ${seconds(SUCCESS_S)}, false) and not exists (
      select from edge_purges
      where purged_at is null and asked_at < now() - ${seconds(LATE_S)}
    ) as is_current from edge_purging`.execute(db);
  return rows[0]?.is_current === true;
}
