import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import type { Counts } from "#lib/monitoring/checks/own-connectivity.ts";
import type { MonitoringOptions } from "#lib/services/schema.ts";

/** Times are ms since the epoch. */
export type DueCheck = {
  status_page_id: number;
  service_id: number;
  organization_id: number;
  ping_url: string;
  monitoring_options: MonitoringOptions;
  expected_statuses: string[];
  retries: number | null;
  confirmations: number | null;
  is_up: boolean | null;
  since_ms: number | null;
  doubts: number;
  doubted_ms: number | null;
  last_doubt_ms: number | null;
  certificate_ends_ms: number | null;
  due_ms: number;
  now_ms: number;
  is_paused: boolean;
};

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
const NOW_MS = sql`floor(extract(epoch from now()) * 1000)::bigint`;

// Coprime with a minute's ms: neighboring ids are spread over the minute.
const STRIDE = sql.lit(37_087);
const MINUTE_MS = sql.lit(60_000);

/**
 * Claims due checks for one worker. The same statement sets the next due time, so a worker that
 * dies costs one check.
 * @param interval_ms between scheduled checks
 */
export async function claimDue(
  db: Db,
  _grant: ProgramGrant,
  { limit, interval_ms }: { limit: number; interval_ms: number },
): Promise<DueCheck[]> {
  const offset = sql`(m.service_id * ${STRIDE} % ${MINUTE_MS}) * ${interval_ms}::bigint / ${MINUTE_MS}`;
  const { rows } = await sql<DueCheck>`
    with due as (
      select status_page_id, service_id, due_at from service_monitors
      where due_at <= now() and ${isAtHome("status_page_id")}
      order by due_at limit ${limit} for update skip locked
    ), claimed as (
      update service_monitors as m set due_at = to_timestamp((${NOW_MS} + ${interval_ms}::bigint
        - mod(${NOW_MS} - ${offset}, ${interval_ms}::bigint)) / 1000.0)
      from due where m.status_page_id = due.status_page_id and m.service_id = due.service_id
      returning m.*, due.due_at as was_due_at
    )
    select m.status_page_id, m.service_id, page.organization_id, s.ping_url,
      s.monitoring_options, s.expected_statuses, s.retries, s.confirmations,
      m.is_up, ${ms("m.since")} as since_ms, m.doubts, ${ms("m.doubted_at")} as doubted_ms,
      ${ms("m.last_doubt_at")} as last_doubt_ms,
      ${ms("m.certificate_ends_at")} as certificate_ends_ms,
      ${ms("m.was_due_at")} as due_ms, ${NOW_MS} as now_ms,
      s.pause_monitoring_during_maintenances
        and is_in_maintenance(m.status_page_id, m.service_id, now()) as is_paused
    from claimed as m
    join services as s on s.status_page_id = m.status_page_id and s.id = m.service_id
    join status_pages as page on page.id = m.status_page_id
    where s.ping_url is not null`.execute(db);
  return rows;
}

/**
 * Reschedules checks that a fast clock had moved too far into the future.
 * @param interval_ms between scheduled checks
 */
export async function resetLateChecks(
  db: Db,
  _grant: ProgramGrant,
  interval_ms: number,
): Promise<void> {
  const interval = sql`${interval_ms} * interval '1 millisecond'`;
  await sql`
    update service_monitors as m set due_at = now() + random() * ${interval}
    from (
      select status_page_id, service_id from service_monitors
      where due_at > now() + 2 * ${interval} and ${isAtHome("status_page_id")}
      for update skip locked
    ) as late
    where m.status_page_id = late.status_page_id and m.service_id = late.service_id`.execute(db);
}

/** Whether a check is due within `within_s`, or scheduled beyond any interval. */
export async function isAnyDue(db: Db, within_s: number): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select exists (select from service_monitors
      where (due_at <= now() + ${within_s} * interval '1 second'
        or due_at > now() + interval '10 minutes') and ${isAtHome("status_page_id")}) as is_due`.execute(
    db,
  );
  return rows[0]?.is_due ?? false;
}

/** State after a check, with the settings and state that the check was based on. */
export type StateRow = {
  status_page_id: number;
  service_id: number;
  asked: Pick<DueCheck, "ping_url" | "monitoring_options" | "expected_statuses">;
  old_is_up: boolean | null;
  old_doubts: number;
  doubts: number;
  doubted_at: string | null;
  last_doubt_at: string | null;
  certificate_ends_at: string | null;
  /** null: at the next scheduled time. */
  again_in_ms: number | null;
};

/** @returns services that were updated: their settings and state were unchanged */
export async function updateStates(
  trx: Trx,
  _grant: ProgramGrant,
  rows: readonly StateRow[],
): Promise<Set<number>> {
  const { rows: written } = await sql<{ service_id: number }>`
    update service_monitors as m set doubts = r.doubts, doubted_at = r.doubted_at,
      last_doubt_at = r.last_doubt_at, certificate_ends_at = r.certificate_ends_at,
      due_at = least(m.due_at, now() + r.again_in_ms * interval '1 millisecond')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (status_page_id bigint,
      service_id bigint, asked jsonb, old_is_up boolean, old_doubts smallint, doubts smallint,
      doubted_at timestamptz, last_doubt_at timestamptz, certificate_ends_at timestamptz,
      again_in_ms integer)
    join services as s on s.status_page_id = r.status_page_id and s.id = r.service_id
      and jsonb_build_object('ping_url', s.ping_url, 'monitoring_options', s.monitoring_options,
        'expected_statuses', s.expected_statuses) = r.asked
    where m.status_page_id = r.status_page_id and m.service_id = r.service_id
      and m.is_up is not distinct from r.old_is_up
      and m.doubts = r.old_doubts and m.due_at is not null and ${isAtHome("m.status_page_id")}
    returning m.service_id`.execute(trx);
  return new Set(written.map(({ service_id }) => service_id));
}

type Runner = { id: string; network_lost_at: string | null } & Counts;

/**
 * Records the counts of a running process and deletes those that stopped a day ago.
 * @returns counts of all other running processes
 */
export async function recordRunner(db: Db, runner: Runner): Promise<Counts> {
  const { id, network_lost_at, checked, failed } = runner;
  const { rows } = await sql<Counts>`
    with gone as (delete from check_runners where ran_at < now() - interval '1 day'),
    noted as (
      insert into check_runners (id, ran_at, network_lost_at, checked, failed)
      values (${id}, now(), ${network_lost_at}::timestamptz, ${checked}, ${failed})
      on conflict (id) do update set ran_at = excluded.ran_at,
        network_lost_at = excluded.network_lost_at, checked = excluded.checked,
        failed = excluded.failed
    )
    select coalesce(sum(checked), 0) as checked, coalesce(sum(failed), 0) as failed
    from check_runners where id <> ${id} and ran_at > now() - interval '10 seconds'`.execute(db);
  return rows[0] ?? { checked: 0, failed: 0 };
}

type ChecksHealth = {
  /** Last activity of any process; null: none runs. */
  ran_at: string | null;
  /** Since when a check is late by three minutes; null: none is. */
  late_since: string | null;
  /** Since when a running process has no network. */
  network_lost_at: string | null;
};

export async function readChecksHealth(db: Db): Promise<ChecksHealth> {
  const { rows } = await sql<ChecksHealth>`
    select (select max(ran_at) from check_runners) as ran_at,
      (select min(due_at) from service_monitors where due_at < now() - interval '3 minutes'
        and ${isAtHome("status_page_id")}) as late_since,
      (select min(network_lost_at) from check_runners where ran_at > now() - interval '1 minute')
        as network_lost_at`.execute(db);
  return rows[0] ?? { ran_at: null, late_since: null, network_lost_at: null };
}

export async function findMonitor(db: Db, grant: PageGrant, serviceId: number) {
  return db
    .selectFrom("service_monitors as m")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("check_results as r")
          .select(["r.checked_at", "r.outcome", "r.reason as last_reason", "r.response_ms"])
          .whereRef("r.status_page_id", "=", "m.status_page_id")
          .whereRef("r.service_id", "=", "m.service_id")
          .where("r.checked_at", ">", sql<string>`now() - interval '1 day'`)
          .orderBy("r.checked_at", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select(["m.is_up", "m.since", "m.reason", "m.detail", "m.certificate_ends_at"])
    .select(["last.checked_at", "last.outcome", "last.last_reason", "last.response_ms"])
    .where("m.status_page_id", "=", grant.status_page_id)
    .where("m.service_id", "=", serviceId)
    .executeTakeFirst();
}
