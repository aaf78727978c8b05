import { type RawBuilder, sql } from "kysely";
import { countSome } from "#db/counts.ts";
import type { Db } from "#db/index.ts";
import type { Finding, FindingKind } from "#lib/api/findings/schema.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { REFUSED_ALONE } from "#lib/core/outbox/messages.ts";
import type { Attempt } from "#lib/notifications/webhooks/schema.ts";
import type { Sealed } from "#lib/pages/integrations/secrets.ts";
import { MAILBOX_FULL, REFUSED, REFUSED_FOR_NOW } from "#lib/platform/mail/mail-verdict.ts";

const MAX_PER_KIND = 50;

/** `now`, `soon` and `recently` are wire times; hours of 0 disable a finding. */
export type FindingContext = {
  now: string;
  soon: string;
  recently: string;
  hours: Record<Severity, number>;
};

type Found = Pick<Finding, "subject_id" | "subject" | "since" | "detail"> & { kind: FindingKind };

function running(now: string): RawBuilder<boolean> {
  return sql<boolean>`(i.plan is null and i.starts_at <= ${now} and (i.ends_at is null or i.ends_at > ${now}))`;
}

function hasUpdateOfType(page: number, ...types: string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select from incident_updates as u
    where u.status_page_id = ${page} and u.incident_id = i.id and u.type = any(${types}))`;
}

async function rowsOf(db: Db, query: RawBuilder<Found>): Promise<Found[]> {
  return (await query.execute(db)).rows;
}

/** Failed services that no incident mentions, published or draft. */
export async function findDown(
  db: Db,
  grant: PageGrant,
  { now }: FindingContext,
): Promise<Found[]> {
  const page = grant.status_page_id;
  return rowsOf(
    db,
    sql<Found>`
    select 'service_down' as kind, s.id as subject_id, s.name as subject, m.since,
      nullif(concat_ws(' ', m.reason, m.detail), '') as detail
    from services as s left join service_monitors as m
      on m.status_page_id = ${page} and m.service_id = s.id
    where s.status_page_id = ${page} and s.monitoring is not null and s.is_up = false
      and not exists (
        select from incident_impacts as impact
        where impact.status_page_id = ${page} and impact.service_id = s.id
          and impact.starts_at <= ${now} and (impact.ends_at is null or impact.ends_at > ${now})
          and (impact.severity <> 'scheduled' or s.pause_monitoring_during_maintenances)
      )
      and not exists (
        select from outage_services as part join outages as o
          on o.status_page_id = ${page} and o.id = part.outage_id
        where part.status_page_id = ${page} and part.service_id = s.id and part.up_at is null
          and o.state = 'waiting' and o.over_at is null and o.draft_id is not null
      )
    order by s."order", s.id limit ${MAX_PER_KIND}`,
  );
}

/** Certificates of services that expire within two weeks. */
export async function findEndingCertificates(
  db: Db,
  grant: PageGrant,
  { now }: FindingContext,
): Promise<Found[]> {
  const page = grant.status_page_id;
  return rowsOf(
    db,
    sql<Found>`
    select 'certificate_expiring' as kind, s.id as subject_id, s.name as subject,
      m.certificate_ends_at as since, null as detail
    from service_monitors as m join services as s
      on s.status_page_id = ${page} and s.id = m.service_id
    where m.status_page_id = ${page} and s.monitoring = 'internal'
      and m.certificate_ends_at <= ${now}::timestamptz + interval '14 days'
    order by m.certificate_ends_at, s.id limit ${MAX_PER_KIND}`,
  );
}

export async function isWatched(db: Db, grant: PageGrant): Promise<boolean> {
  const row = await db
    .selectFrom("services")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("monitoring", "=", "internal")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findForgotten(
  db: Db,
  grant: PageGrant,
  context: FindingContext,
): Promise<Found[]> {
  const page = grant.status_page_id;
  const { now, soon, hours } = context;
  const limit = sql`case i.severity when 'major' then ${hours.major}::float
    when 'minor' then ${hours.minor}::float else ${hours.scheduled}::float end * interval '1 hour'`;
  return rowsOf(
    db,
    sql<Found>`
    with current as (
      select i.*, ${limit} as patience, greatest(i.starts_at, (
        select max(u.posted_at) from incident_updates as u
        where u.status_page_id = ${page} and u.incident_id = i.id and u.posted_at <= ${now}
      )) as said_at
      from incidents as i where i.status_page_id = ${page} and ${running(now)}
      order by i.starts_at desc limit ${MAX_PER_KIND}
    )
    select 'no_update' as kind, id as subject_id, title as subject, said_at as since, null as detail
    from current where patience > interval '0' and said_at + patience <= ${now}
    union all
    select case when next_update_at <= ${now} then 'promise_overdue' else 'promise_due' end,
      id, title, next_update_at, null
    from current where next_update_at <= ${soon}
    union all
    select 'type_unknown_to_plugins', id, title, starts_at, type
    from current where type not in ('major', 'minor', 'scheduled')
    union all
    select 'incident_over', id, title, null, null from current as i
    where severity <> 'scheduled' and (
      select bool_and(s.monitoring is not null and s.is_up is true) from incident_services as link
      join services as s on s.status_page_id = ${page} and s.id = link.service_id
      where link.status_page_id = ${page} and link.incident_id = i.id)
    union all
    select 'incident_unwatched', id, title, starts_at, null from current as i
    where automation is null and exists (
      select from outages as o where o.status_page_id = ${page} and o.incident_id = i.id)
    and not exists (
      select from incident_services as link
      join services as s on s.status_page_id = ${page} and s.id = link.service_id
      where link.status_page_id = ${page} and link.incident_id = i.id
        and s.monitoring is not null and (s.monitoring <> 'internal' or s.ping_url is not null))
    union all
    select 'maintenance_not_started', id, title, starts_at, null from current as i
    where severity = 'scheduled' and not ${hasUpdateOfType(page, "started", "essential", "resolved")}`,
  );
}

export async function findUnended(
  db: Db,
  grant: PageGrant,
  context: FindingContext,
): Promise<Found[]> {
  const page = grant.status_page_id;
  return rowsOf(
    db,
    sql<Found>`
    select 'maintenance_not_ended' as kind, i.id as subject_id, i.title as subject,
      i.ends_at as since, null as detail
    from incidents as i
    where i.status_page_id = ${page} and i.severity = 'scheduled'
      and i.plan is null and i.ends_at <= ${context.now} and i.ends_at > ${context.recently}
      and ${hasUpdateOfType(page, "started", "essential")} and not ${hasUpdateOfType(page, "resolved")}
    order by i.ends_at desc limit ${MAX_PER_KIND}`,
  );
}

export async function findUnfinishedDomain(
  db: Db,
  grant: PageGrant,
): Promise<{ asked_at: string; trouble: string | null } | undefined> {
  return db
    .selectFrom("domains")
    .select(["asked_at", "trouble"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("phase", "in", ["configuring", "failed"])
    .executeTakeFirst();
}

export type FailingWebhook = {
  id: number;
  url: string;
  enabled: boolean;
  secret_sealed: string;
  since: string;
  last_attempt: Pick<Attempt, "status" | "error" | "detail">;
};

export async function findFailingWebhooks(db: Db, grant: PageGrant): Promise<FailingWebhook[]> {
  const { rows } = await sql<FailingWebhook>`
    select webhooks.id, webhooks.url, webhooks.enabled, webhooks.secret_sealed,
      newest.inserted_at as since, newest.attempts -> -1 as last_attempt
    from webhooks cross join lateral (
      select state, attempts, inserted_at from webhook_deliveries as delivery
      where delivery.status_page_id = ${grant.status_page_id} and webhook_id = webhooks.id
        and attempts <> '[]' and event <> 'webhook.test'
      order by delivery.id desc limit 1
    ) as newest
    where webhooks.status_page_id = ${grant.status_page_id} and newest.state <> 'delivered'
    order by webhooks.id`.execute(db);
  return rows;
}

export type SuspectIntegration = {
  id: number;
  name: string;
  checked_at: string | null;
  last_error: string | null;
} & Sealed;

/** Integrations whose last attempt failed, or that have a secret. */
export async function findSuspectIntegrations(
  db: Db,
  grant: PageGrant,
): Promise<SuspectIntegration[]> {
  return db
    .selectFrom("integrations")
    .select(["id", "name", "checked_at", "last_error", "key_sealed", "password_sealed"])
    .where("status_page_id", "=", grant.status_page_id)
    .where((eb) => {
      const columns = ["last_error", "key_sealed", "password_sealed"] as const;
      return eb.or(columns.map((column) => eb(column, "is not", null)));
    })
    .where(sql<boolean>`settings @> '{"enabled": true}'`)
    .orderBy("id")
    .limit(MAX_PER_KIND)
    .execute();
}

// All but a status that asks to wait.
const REFUSED_BY_HTTP = "^status 4(?!08|23|25|29)";
// A server that is busy so often in a row is no passing trouble.
const OFTEN = 4;
// So many people whose messages are refused are not all to blame.
const MANY = 5;
// Failed messages are retried later than new ones.
const LAST_DUE = 1_000;

/** Since when mail of the page waits for reasons other than its recipients', and why. */
export async function findWaitingMail(
  db: Db,
  grant: PageGrant,
  { recently }: FindingContext,
): Promise<{ since: string; trouble: string } | undefined> {
  const page = grant.status_page_id;
  const { rows } = await sql<{ since: string; trouble: string }>`
    select inserted_at as since, trouble from (
      select inserted_at, attempts, reason, coalesce(answer, reason) as trouble, answer
      from notifications
      where status_page_id = ${page} and channel = 'email' and state = 'waiting'
        and inserted_at > ${recently}::timestamptz
      order by due_at desc limit ${LAST_DUE}
    ) as waiting
    where attempts > 0 and reason <> ${MAILBOX_FULL} and reason not like ${`${REFUSED_FOR_NOW} %`}
      and (answer is null or answer like '5%' or reason like ${`${REFUSED} %`}
        or reason ~ ${REFUSED_BY_HTTP} or attempts >= ${OFTEN})
    union all
    select inserted_at, trouble from outbox
    where status_page_id = ${page} and trouble is not null
      and trouble not like ${`${REFUSED_ALONE}%`}
    union all
    select min(inserted_at), substr(min(trouble), ${REFUSED_ALONE.length + 1}) from outbox
    where status_page_id = ${page} and trouble like ${`${REFUSED_ALONE}%`}
    having count(*) >= ${MANY}
    order by since limit 1`.execute(db);
  return rows[0];
}

export async function hasEmailSubscriber(db: Db, grant: PageGrant): Promise<boolean> {
  const row = await db
    .selectFrom("subscriptions")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("type", "=", "email")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Addresses permanently refused since `recently`, without opt-outs. */
export async function countQuarantined(
  db: Db,
  grant: PageGrant,
  { now, recently }: FindingContext,
): Promise<number> {
  return countSome(
    db,
    db
      .selectFrom("subscriptions")
      .where("status_page_id", "=", grant.status_page_id)
      .where("quarantined_until", ">", now)
      .where("quarantined_at", ">", recently)
      .where("quarantine_kind", "=", "dead"),
  );
}
