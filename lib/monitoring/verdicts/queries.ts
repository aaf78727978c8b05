import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";

export type Watched = { status_page_id: number; service_id: number };

export type Source = "check" | "mail" | "webhook" | "heartbeat";

/**
 * The state of a service as monitoring sees it. `is_up` null: unknown; `since`: wire time of the
 * first failure or success; `detail`: the reason's figures in short, never a secret.
 */
export type Verdict = {
  is_up: boolean | null;
  since: string;
  source: Source;
  reason: string | null;
  detail: string | null;
};

/** @returns whether the state is new */
export async function saveVerdict(trx: Trx, watched: Watched, verdict: Verdict): Promise<boolean> {
  const { rows } = await sql`
    insert into service_monitors as known
      (status_page_id, service_id, is_up, since, source, reason, detail)
    values (${watched.status_page_id}, ${watched.service_id}, ${verdict.is_up},
      ${verdict.since}::timestamptz, ${verdict.source}, ${verdict.reason}, ${verdict.detail})
    on conflict (status_page_id, service_id) do update set
      is_up = excluded.is_up, since = excluded.since, source = excluded.source,
      reason = excluded.reason, detail = excluded.detail
    where known.is_up is distinct from excluded.is_up
    returning true`.execute(trx);
  return rows.length > 0;
}

/** Replaces the cause of a verdict: its first alert may end before others. */
export async function describeVerdict(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  { source, reason, detail }: Pick<Verdict, "source" | "reason" | "detail">,
): Promise<void> {
  await trx
    .updateTable("service_monitors")
    .set({ source, reason, detail })
    .where("status_page_id", "=", status_page_id)
    .where("service_id", "=", service_id)
    .execute();
}

/** Reports about one service wait for each other. */
export async function lockMonitor(
  trx: Trx,
  { status_page_id, service_id }: Watched,
): Promise<void> {
  await sql`
    insert into service_monitors (status_page_id, service_id)
    values (${status_page_id}, ${service_id}) on conflict do nothing`.execute(trx);
  await sql`
    select from service_monitors
    where status_page_id = ${status_page_id} and service_id = ${service_id}
    for update`.execute(trx);
}

export async function updateServiceState(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  { is_up }: Pick<Verdict, "is_up">,
): Promise<void> {
  await trx
    .updateTable("services")
    .set({ is_up })
    .where("status_page_id", "=", status_page_id)
    .where("id", "=", service_id)
    .execute();
}

export type KnownVerdict = Omit<Verdict, "since" | "source"> & {
  since: string | null;
  source: Source | null;
  applied_is_up: boolean | null;
};

export async function lockVerdict(
  trx: Trx,
  { status_page_id, service_id }: Watched,
): Promise<KnownVerdict | undefined> {
  const row = await trx
    .selectFrom("service_monitors")
    .select(["is_up", "since", "source", "reason", "detail", "applied_is_up"])
    .where("status_page_id", "=", status_page_id)
    .where("service_id", "=", service_id)
    .forUpdate()
    .executeTakeFirst();
  return row as KnownVerdict | undefined;
}

export async function markApplied(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  applied_is_up: boolean | null,
  applied_at: string,
): Promise<void> {
  await trx
    .updateTable("service_monitors")
    .set({ applied_is_up, applied_at })
    .where("status_page_id", "=", status_page_id)
    .where("service_id", "=", service_id)
    .execute();
}

/** Whether a maintenance of the service or an ancestor silences monitoring at a wire time. */
export async function isPaused(
  db: Db,
  { status_page_id, service_id }: Watched,
  at: string,
): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`
    select pause_monitoring_during_maintenances
      and is_in_maintenance(${status_page_id}, ${service_id}, ${at}::timestamptz) as paused
    from services where status_page_id = ${status_page_id} and id = ${service_id}`.execute(db);
  return rows[0]?.paused ?? false;
}

export async function isOutageSilenced(
  trx: Trx,
  grant: PageGrant,
  outage_id: number,
  now: string,
): Promise<boolean> {
  const page = grant.status_page_id;
  const { rows } = await sql<{ silenced: boolean | null }>`
    select bool_and(s.pause_monitoring_during_maintenances
      and is_in_maintenance(${page}, s.id, ${now}::timestamptz)) as silenced
    from outage_services as part join services as s
      on s.status_page_id = ${page} and s.id = part.service_id
    where part.status_page_id = ${page} and part.outage_id = ${outage_id}
      and part.up_at is null`.execute(trx);
  return rows[0]?.silenced ?? false;
}

/** Wire time at which the last maintenance that silenced the service ended, within a period. */
export async function lastPauseEnd(
  trx: Trx,
  grant: PageGrant,
  service_id: number,
  { since, now }: { since: string; now: string },
): Promise<string | null> {
  const page = grant.status_page_id;
  const { rows } = await sql<{ ended_at: string | null }>`
    with recursive above as (
      select id, parent_id from services where status_page_id = ${page} and id = ${service_id}
      union
      select s.id, s.parent_id from above join services as s on s.status_page_id = ${page}
        and s.id = above.parent_id
    )
    select max(impact.ends_at) as ended_at from above
    join incident_impacts as impact
      on impact.status_page_id = ${page} and impact.service_id = above.id
    where impact.severity = 'scheduled' and impact.ends_at > ${since}::timestamptz
      and impact.ends_at <= ${now}::timestamptz
      and (select pause_monitoring_during_maintenances from services
        where status_page_id = ${page} and id = ${service_id})`.execute(trx);
  return rows[0]?.ended_at ?? null;
}

type Unapplied = { status_page_id: number; service_id: number };

export async function listUnapplied(
  db: Db,
  _grant: ProgramGrant,
  { after, limit }: { after: Unapplied; limit: number },
): Promise<Unapplied[]> {
  return db
    .selectFrom("service_monitors")
    .select(["status_page_id", "service_id"])
    .where(sql<boolean>`is_up is distinct from applied_is_up`)
    .where(isAtHome("status_page_id"))
    .where(
      sql<boolean>`(status_page_id, service_id) > (${after.status_page_id}, ${after.service_id})`,
    )
    .orderBy("status_page_id")
    .orderBy("service_id")
    .limit(limit)
    .execute();
}

export async function listDueOutages(
  db: Db,
  _grant: ProgramGrant,
  { now, limit }: { now: string; limit: number },
): Promise<{ status_page_id: number; outage_id: number }[]> {
  const { rows } = await sql<{ status_page_id: number; outage_id: number }>`
    select status_page_id, id as outage_id from outages as o
    where over_at is null and ${isAtHome("status_page_id")} and (
      (state = 'waiting' and publish_at <= ${now}::timestamptz)
      or not exists (select from outage_services as part
        where part.status_page_id = o.status_page_id and part.outage_id = o.id
          and part.up_at is null)
    ) order by status_page_id, id limit ${limit}`.execute(db);
  return rows;
}
