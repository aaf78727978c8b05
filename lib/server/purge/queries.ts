import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";

const LEASE_S = 30;
const MAX_ROWS = 10_000;
const PROBE_S = 60;
const PROBE_AGAIN_S = 15;
const MAX_RETRY_S = 60;
/** A purge that waits longer is failing. */
const LATE_S = 5;
const SUCCESS_S = 150;
/** After a day no CDN shows what it had, not even in an outage. */
const KEPT_S = 2 * 86_400;

const now = sql<string>`now()`;

const seconds = (count: number) => sql`make_interval(secs => ${count})`;

export type DuePurge = { id: number; status_page_id: number; hard: boolean };

const isPaused = sql<boolean>`exists (select from edge_purging where paused_until > now())`;

/** Purges that are due, one per page, for this process alone until the lease ends. */
export async function claimPurges(db: Db, _grant: ProgramGrant): Promise<DuePurge[]> {
  const { rows } = await sql<DuePurge>`
    with due as (
      select * from edge_purges where due_at <= now() and not ${isPaused}
      order by due_at limit ${MAX_ROWS} for update skip locked
    ), merged as (
      select max(id) as id, bool_or(hard) as hard,
        coalesce(min(asked_at) filter (where purged_at is null), min(asked_at)) as asked_at,
        case when bool_and(purged_at is not null) then max(purged_at) end as purged_at
      from due group by status_page_id
    ), others as (
      delete from edge_purges where id in (select id from due except select id from merged)
    )
    update edge_purges as purge set due_at = now() + ${seconds(LEASE_S)},
      hard = merged.hard, asked_at = merged.asked_at, purged_at = merged.purged_at
    from merged
    where purge.id = merged.id returning purge.id, purge.status_page_id, purge.hard`.execute(db);
  return rows;
}

/** @returns whether nothing was purged for a while, and nobody else tries */
export async function claimProbe(db: Db, _grant: ProgramGrant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("edge_purging")
    .set({ probed_at: now })
    .where(sql<boolean>`coalesce(probed_at < now() - case when error is null
      then ${seconds(PROBE_S)} else ${seconds(PROBE_AGAIN_S)} end, true)`)
    .where(sql<boolean>`not ${isPaused}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @param repeat_s when purges are repeated, once */
export async function finishPurges(
  db: Db,
  _grant: ProgramGrant,
  ids: readonly number[],
  repeat_s: number,
): Promise<void> {
  await db
    .deleteFrom("edge_purges")
    .where("id", "in", ids)
    .where("purged_at", "is not", null)
    .execute();
  await db
    .updateTable("edge_purges")
    .set({ purged_at: now, due_at: sql<string>`now() + ${seconds(repeat_s)}` })
    .where("id", "in", ids)
    .execute();
}

/** A purge succeeded. */
export async function recordSuccess(db: Db, _grant: ProgramGrant): Promise<void> {
  await db
    .updateTable("edge_purging")
    .set({ succeeded_at: now, probed_at: now, error: null, paused_until: null })
    .execute();
}

/** All purges wait, the longer the longer they have been failing. */
export async function recordFailure(
  db: Db,
  _grant: ProgramGrant,
  ids: readonly number[],
  { message, after_s }: { message: string; after_s: number },
): Promise<void> {
  await sql`
    update edge_purging set error = ${message}, paused_until = greatest(paused_until,
      now() + greatest(${seconds(after_s)}, (
        select least(
          coalesce(max(now() - coalesce(purged_at, asked_at)), '0'), ${seconds(MAX_RETRY_S)})
        from edge_purges where id = any(${ids})
      )))`.execute(db);
  await sql`
    update edge_purges set due_at = (select paused_until from edge_purging)
    where id = any(${ids})`.execute(db);
}

/** Deletes what no worker told any CDN, such as without `CDN_PURGE`. */
export async function deleteOldPurges(db: Db): Promise<void> {
  await db
    .deleteFrom("edge_purges")
    .where("asked_at", "<", sql<string>`now() - ${seconds(KEPT_S)}`)
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
