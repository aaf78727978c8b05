import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import type { Watched } from "#lib/monitoring/verdicts/queries.ts";

export async function saveHeartbeat(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  { last_beat_at, beat_due_at }: { last_beat_at: string; beat_due_at: string },
): Promise<void> {
  const beat = { last_beat_at, beat_due_at, beat_started_at: null };
  await trx
    .insertInto("service_monitors")
    .values({ status_page_id, service_id, ...beat })
    .onConflict((conflict) => conflict.columns(["status_page_id", "service_id"]).doUpdateSet(beat))
    .execute();
}

/** @returns when the job is over or another call due, whichever comes first */
export async function saveStart(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  { started_at, due_at }: { started_at: string; due_at: string },
): Promise<string> {
  const start = { beat_started_at: started_at, beat_due_at: due_at };
  const row = await trx
    .insertInto("service_monitors")
    .values({ status_page_id, service_id, ...start })
    .onConflict((conflict) =>
      conflict.columns(["status_page_id", "service_id"]).doUpdateSet({
        beat_started_at: started_at,
        beat_due_at: sql`least(service_monitors.beat_due_at, excluded.beat_due_at)`,
      }),
    )
    .returning("beat_due_at")
    .executeTakeFirstOrThrow();
  return row.beat_due_at ?? due_at;
}

export async function findLastBeat(
  db: Db,
  grant: PageGrant,
  serviceId: number,
): Promise<string | null> {
  const row = await db
    .selectFrom("service_monitors")
    .select("last_beat_at")
    .where("status_page_id", "=", grant.status_page_id)
    .where("service_id", "=", serviceId)
    .executeTakeFirst();
  return row?.last_beat_at ?? null;
}

/** Heartbeats could be received from `since` to `seen_at` without a gap. */
export type Availability = { since: string; seen_at: string };

/**
 * Extends the availability, where any heartbeat is expected; a last record before `latest` means a
 * gap.
 */
export async function recordAvailability(db: Db, now: string, latest: string): Promise<void> {
  await sql`
    insert into beat_taking as known (since, seen_at)
    select ${now}::timestamptz, ${now}::timestamptz
    where exists (select from service_monitors where beat_due_at is not null)
    on conflict (only_one) do update set seen_at = excluded.seen_at,
      since = case when known.seen_at < ${latest}::timestamptz
        then excluded.since else known.since end`.execute(db);
}

export async function findAvailability(db: Db): Promise<Availability | undefined> {
  return db.selectFrom("beat_taking").select(["since", "seen_at"]).executeTakeFirst();
}

/** `heartbeat` null: none is expected any more. */
export type Overdue = Watched & {
  last_beat_at: string | null;
  /** The start of a job that has not ended. */
  beat_started_at: string | null;
  heartbeat: { period_s: number; grace_s: number } | null;
};

/** Locks overdue services, earliest first, and skips those that another worker has locked. */
export async function lockOverdue(
  trx: Trx,
  _grant: ProgramGrant,
  now: string,
  limit: number,
): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    select monitor.status_page_id, monitor.service_id, monitor.last_beat_at,
      monitor.beat_started_at,
      case when service.monitoring = 'webhook' then service.heartbeat end as heartbeat
    from service_monitors as monitor
      join services as service
        on service.status_page_id = monitor.status_page_id and service.id = monitor.service_id
    where monitor.beat_due_at <= ${now}::timestamptz and ${isAtHome("monitor.status_page_id")}
    order by monitor.beat_due_at
    limit ${limit}
    for no key update of monitor skip locked`.execute(trx);
  return rows;
}

/** null: no heartbeat is expected. */
export async function setBeatDue(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  beat_due_at: string | null,
): Promise<void> {
  await trx
    .updateTable("service_monitors")
    .set({ beat_due_at })
    .where("status_page_id", "=", status_page_id)
    .where("service_id", "=", service_id)
    .execute();
}

export async function findNextBeatDue(db: Db, _grant: ProgramGrant): Promise<string | null> {
  const row = await db
    .selectFrom("service_monitors")
    .select(({ fn }) => fn.min("beat_due_at").as("next"))
    .where("beat_due_at", "is not", null)
    .where(isAtHome("status_page_id"))
    .executeTakeFirst();
  return row?.next ?? null;
}
