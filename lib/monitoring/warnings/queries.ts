import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import { env } from "#lib/platform/config/env.ts";

export type MonitorWarning = {
  kind: "network" | "stalled" | "backup" | "purge";
  began_at: string;
  detail: string | null;
};

/** Maximum delay of a due check. */
const STALLED_S = 180;
const FRESH_S = 60;
const NOT_PURGED_S = 300;

/**
 * Current problems of the monitor itself; its network is lost only if every checking process lost
 * it.
 */
export async function listMonitorWarnings(db: Db): Promise<MonitorWarning[]> {
  const isBackedUp = env().BACKUP_SCHEDULE !== undefined;
  const isPurged = env().CDN_PURGE !== undefined;
  const { rows } = await sql<MonitorWarning>`
    select 'network' as kind, date_trunc('second', min(network_lost_at)) as began_at,
      null as detail
    from check_runners where ran_at > now() - ${FRESH_S} * interval '1 second'
    having bool_and(network_lost_at is not null)
    union all
    select 'stalled', date_trunc('second', due_at), null from (
      select min(due_at) as due_at from service_monitors
      where due_at < now() - ${STALLED_S} * interval '1 second' and ${isAtHome("status_page_id")}
    ) as late where due_at is not null
    union all
    select 'backup', due_at, error from (
      select * from backups where finished_at is not null or error is not null
      order by due_at desc limit 1
    ) as tried where finished_at is null and ${isBackedUp}
    union all
    select 'purge', date_trunc('second', failing_at), error from (
      select error, least(succeeded_at,
        (select min(asked_at) from edge_purges where purged_at is null)) as failing_at
      from edge_purging
    ) as purging
    where failing_at < now() - ${NOT_PURGED_S} * interval '1 second' and ${isPurged}`.execute(db);
  return rows;
}

/** `days`: the stage of the notice. */
export type ExpiringCertificate = {
  status_page_id: number;
  service_id: number;
  expires_at: string;
  days: number;
};

/** Certificates with a notice due that the team has not received. */
export async function listDueCertificateNotices(
  db: Db,
  { now, limit }: { now: string; limit: number },
): Promise<ExpiringCertificate[]> {
  const { rows } = await sql<ExpiringCertificate>`
    select m.status_page_id, m.service_id, m.certificate_ends_at as expires_at, stage.days
    from service_monitors as m cross join lateral (
      select min(days) as days from unnest(array[1, 7, 14]) as days
      where m.certificate_ends_at <= ${now}::timestamptz + days * interval '1 day'
    ) as stage
    where m.certificate_ends_at > ${now}::timestamptz and stage.days is not null
      and ${isAtHome("m.status_page_id")}
      and not exists (
        select from certificate_notices as told
        where told.status_page_id = m.status_page_id and told.service_id = m.service_id
          and told.expires_at = m.certificate_ends_at and told.days = stage.days
      )
    order by m.status_page_id, m.service_id limit ${limit}`.execute(db);
  return rows;
}

/** @returns false if the notice was recorded before */
export async function recordCertificateNotice(
  trx: Trx,
  { status_page_id }: PageGrant,
  { service_id, expires_at, days }: { service_id: number; expires_at: string; days: number },
): Promise<boolean> {
  const told = await trx
    .insertInto("certificate_notices")
    .values({ status_page_id, service_id, expires_at, days })
    .onConflict((conflict) => conflict.doNothing())
    .returning("days")
    .executeTakeFirst();
  return told !== undefined;
}

/** @returns false while a warning of this kind is ongoing */
export async function recordWarning(
  trx: Trx,
  _grant: ProgramGrant,
  { kind, began_at }: { kind: string; began_at: string },
): Promise<boolean> {
  const told = await trx
    .insertInto("monitor_notices")
    .values({ kind, began_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("kind")
    .executeTakeFirst();
  return told !== undefined;
}

export async function endWarnings(
  trx: Trx,
  _grant: ProgramGrant,
  kinds: readonly string[],
  over_at: string,
): Promise<void> {
  await sql`
    update monitor_notices set over_at = ${over_at}::timestamptz
    where over_at is null and kind <> all(${kinds}::text[])`.execute(trx);
}

/** Owners of the first organization. */
export async function listFirstOwners(
  trx: Trx,
  _grant: ProgramGrant,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from memberships
    where role = 'owner' and status_page_id is null and user_id is not null
      and organization_id = (select min(id) from organizations)
    order by user_id limit ${limit}`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

export async function listOwnersWithChecks(
  trx: Trx,
  _grant: ProgramGrant,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from memberships as m
    where m.role = 'owner' and m.status_page_id is null and m.user_id is not null and exists (
      select from status_pages as p join services as s on s.status_page_id = p.id
      where p.organization_id = m.organization_id and s.monitoring = 'internal'
    ) order by user_id limit ${limit}`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}
