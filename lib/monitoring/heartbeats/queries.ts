import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import type { Watched } from "#lib/monitoring/verdicts/queries.ts";

/** Notes a heartbeat, and until when the next one has to come. */
export async function putBeat(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  { last_beat_at, beat_due_at }: { last_beat_at: string; beat_due_at: string },
): Promise<void> {
  const beat = { last_beat_at, beat_due_at };
  await trx
    .insertInto("service_monitors")
    .values({ status_page_id, service_id, ...beat })
    .onConflict((conflict) => conflict.columns(["status_page_id", "service_id"]).doUpdateSet(beat))
    .execute();
}

/** When a service's last heartbeat came. */
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

/** Since when heartbeats can be taken without a break, and when that was last known. */
export type Taking = { since: string; seen_at: string };

/**
 * Notes that heartbeats can be taken now, where any are waited for; if that was not noted since
 * `latest`, there was a break.
 */
export async function noteTaking(db: Db, now: string, latest: string): Promise<void> {
  await sql`
    insert into beat_taking as known (since, seen_at)
    select ${now}::timestamptz, ${now}::timestamptz
    where exists (select from service_monitors where beat_due_at is not null)
    on conflict (only_one) do update set seen_at = excluded.seen_at,
      since = case when known.seen_at < ${latest}::timestamptz
        then excluded.since else known.since end`.execute(db);
}

export async function findTaking(db: Db): Promise<Taking | undefined> {
  return db.selectFrom("beat_taking").select(["since", "seen_at"]).executeTakeFirst();
}

/** A service whose heartbeat is overdue; `heartbeat` null: none is expected any more. */
export type Overdue = Watched & {
  last_beat_at: string;
  heartbeat: { period_s: number; grace_s: number } | null;
};

/** The services whose heartbeats were due first, locked; what another worker has locked is left out. */
export async function lockOverdue(
  trx: Trx,
  _grant: ProgramGrant,
  now: string,
  limit: number,
): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    select monitor.status_page_id, monitor.service_id, monitor.last_beat_at,
      case when service.monitoring = 'webhook' then service.heartbeat end as heartbeat
    from service_monitors as monitor
      join services as service
        on service.status_page_id = monitor.status_page_id and service.id = monitor.service_id
    where monitor.beat_due_at <= ${now}::timestamptz
    order by monitor.beat_due_at
    limit ${limit}
    for no key update of monitor skip locked`.execute(trx);
  return rows;
}

/** Sets until when a heartbeat has to come; null: nothing is waited for. */
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

/** When the next heartbeat is due; null: none is waited for. */
export async function findNextBeatDue(db: Db, _grant: ProgramGrant): Promise<string | null> {
  const row = await db
    .selectFrom("service_monitors")
    .select(({ fn }) => fn.min("beat_due_at").as("next"))
    .where("beat_due_at", "is not", null)
    .executeTakeFirst();
  return row?.next ?? null;
}
