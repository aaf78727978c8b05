import { type RawBuilder, sql } from "kysely";
import type { Minted } from "#tests/support/data/mint.ts";

/** Statements that fill the tables of an organization with so many rows. */
export type Fill = (rows: number, minted: Minted, service: number) => RawBuilder<unknown>[];

const NAMED = sql`make_interval(secs => n)`;
const numbers = (rows: number) => sql`generate_series(1, ${rows}::integer) as n`;

/** Incidents that have ended, each with one service and one update. */
export const incidents: Fill = (rows, { page }, service) => [
  sql`insert into incidents (status_page_id, title, type, severity, affects_uptime,
      starts_at, ends_at, declared)
    select ${page.id}, 'Trouble ' || n, 'minor', 'minor', true, '2026-01-01'::timestamptz - ${NAMED}, '2026-01-01'::timestamptz - ${NAMED}, '{}'
    from ${numbers(rows)}`,
  sql`insert into incident_services (status_page_id, incident_id, service_id)
    select status_page_id, id, ${service} from incidents where status_page_id = ${page.id}`,
  sql`insert into incident_updates (status_page_id, incident_id, type, description, posted_at)
    select status_page_id, id, 'issue', 'We look into it', starts_at from incidents where status_page_id = ${page.id}`,
];

export const subscriptions: Fill = (rows, { page }) => [
  sql`insert into subscriptions (status_page_id, type, filter, email)
    select ${page.id}, 'email', 'all', 'reader-' || n || '@' || left(md5(n::text), 8) || '.example' from ${numbers(rows)}`,
];

// Of the address of number 777.
export const FOUND = "7@f1c15925.exam";

export const auditRows: Fill = (rows, { id, page }) => [
  sql`insert into audit_log (organization_id, status_page_id, actor_kind, action, subject_type, subject_id, changes, inserted_at)
    select ${id}, ${page.id}, 'system', 'service.update', 'service', n, '{}', '2026-01-01'::timestamptz + ${NAMED}
    from ${numbers(rows)}`,
];

const OF_ONE_PARENT = 20;

/** A tree: each parent has nineteen services below it. */
export const services: Fill = (rows, { page }) => [
  sql`insert into services (status_page_id, name, "order", monitoring_options)
    select ${page.id}, 'Region ' || n, n, '{}' from ${numbers(rows / OF_ONE_PARENT)}`,
  sql`insert into services (status_page_id, parent_id, name, "order", monitoring_options)
    select ${page.id}, parents.id, 'Service ' || n, n, '{}'
    from services as parents, ${numbers(OF_ONE_PARENT - 1)}
    where parents.status_page_id = ${page.id} and parents.name like 'Region %'`,
];
