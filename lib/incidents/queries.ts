import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Incidents } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { pageRowBatches, pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { haveAffected } from "#lib/incidents/impacts.queries.ts";
import { getVisitorLimits } from "#lib/pages/visitor-limits.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { concerns } from "#lib/services/links.queries.ts";
import { impactsEver } from "#lib/services/past-services.queries.ts";
import { listVisibleServiceIds } from "#lib/services/queries.ts";
import type { RebuildRange } from "#lib/services/uptime/queries.ts";

export type IncidentRow = Selectable<Incidents>;

/** Lists leave out the post-mortem: it may be long. */
export type PlainIncidentRow = Omit<IncidentRow, "postmortem">;

type Columns = { [Name in keyof PlainIncidentRow]: true };
const PLAIN: Columns = {
  affects_uptime: true,
  automation: true,
  bytes: true,
  declared: true,
  ends_at: true,
  id: true,
  inserted_at: true,
  maintenance_notify: true,
  maintenance_notify_settings: true,
  next_update_at: true,
  notify: true,
  plan: true,
  reopened_at: true,
  severity: true,
  starts_at: true,
  subscription_group_ids: true,
  status_page_id: true,
  title: true,
  translations: true,
  type: true,
  updated_at: true,
};
export const PLAIN_COLUMNS = Object.keys(PLAIN).map(
  (name) => `incidents.${name}` as `incidents.${keyof PlainIncidentRow}`,
);

export const {
  lock: lockIncident,
  insert: insertIncident,
  update: updateIncidentRow,
  known: listKnownIncidentIds,
  exists: incidentExists,
} = pageRows("incidents");

export const { listByIds: listIncidentsById, removeAll: deleteIncidentRows } =
  pageRowBatches("incidents");

/** Excludes incidents that have only ever concerned services hidden from the caller. */
export function visibleIncidents(db: Db, grant: PageGrant, visible: readonly number[] | null) {
  const query = db
    .selectFrom("incidents")
    .where("incidents.status_page_id", "=", grant.status_page_id);
  if (visible === null) return query;
  const hasConcerned = sql<boolean>`(${concerns(grant, "incident", visible)}
    or ${haveAffected(grant, visible)})`;
  return query.where(hasConcerned);
}

type Filtered = ReturnType<typeof visibleIncidents>;

/** @param at wire time */
export function currentOnly(query: Filtered, at: string): Filtered {
  return query.where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", at)]));
}

/** Leaves out maintenance that is called off or postponed. @param query of incidents */
export function asPlanned(query: Filtered): Filtered {
  return query.where("plan", "is", null);
}

/** @param since wire time; null: no limit */
export function endedSince(query: Filtered, since: string | null): Filtered {
  return since === null ? query : currentOnly(query, since);
}

/** When the next incident of the page begins or ends, for readers and hidden ones alike. */
export async function findNextChange(
  db: Db,
  { status_page_id: page }: PageGrant,
  now: string,
): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select least(
      (select min(starts_at) from incidents where status_page_id = ${page} and starts_at > ${now}),
      (select min(ends_at) from incidents where status_page_id = ${page} and ends_at > ${now})
    ) as at`.execute(db);
  return rows[0]?.at ?? null;
}

/** `isWhole`: the query covers every incident of the page. */
export async function readableIncidents(
  db: Db,
  grant: PageGrant,
): Promise<{ query: Filtered; isWhole: boolean }> {
  const [visible, { history_since }] = await Promise.all([
    listVisibleServiceIds(db, grant),
    getVisitorLimits(db, grant),
  ]);
  const query = endedSince(visibleIncidents(db, grant, visible), history_since);
  return { query, isWhole: visible === null && history_since === null };
}

export async function findIncidentRow(
  db: Db,
  grant: PageGrant,
  incidentId: number,
): Promise<IncidentRow | undefined> {
  const { query } = await readableIncidents(db, grant);
  return query.selectAll("incidents").where("incidents.id", "=", incidentId).executeTakeFirst();
}

export async function getIncidentRow(
  db: Db,
  grant: PageGrant,
  incidentId: number,
): Promise<IncidentRow> {
  const row = await findIncidentRow(db, grant, incidentId);
  if (!row) throw notFound();
  return row;
}

export async function findPostmortem(
  db: Db,
  grant: PageGrant,
  incidentId: number,
): Promise<string | null> {
  const row = await db
    .selectFrom("incidents")
    .select("postmortem")
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", incidentId)
    .executeTakeFirst();
  return row?.postmortem ?? null;
}

/** Incidents that updates may have escalated or reopened, in batches by id. */
export async function listIncidentsAfter(
  trx: Trx,
  grant: PageGrant,
  after: number,
  limit: number,
): Promise<IncidentRow[]> {
  return trx
    .selectFrom("incidents")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", ">", after)
    .where(
      sql<boolean>`exists (
        select from incident_updates as said
        where said.status_page_id = incidents.status_page_id and said.incident_id = incidents.id
          and (said.type in ('escalate', 'deescalate', 'resolved') or said.posted_at
            >= (declared #>> '{ends_at,value}')::timestamp at time zone 'UTC'))`,
    )
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .execute();
}

/** Whether any incident has or had this type, or would have it without its updates. */
export async function isTypeInUse(trx: Trx, grant: PageGrant, type: string): Promise<boolean> {
  const { rows } = await sql`
    select from incidents where status_page_id = ${grant.status_page_id}
      and (type = ${type} or declared -> 'type' ->> 'value' = ${type})
    union all
    select from incident_impacts where status_page_id = ${grant.status_page_id}
      and type = ${type} limit 1`.execute(trx);
  return rows.length > 0;
}

export async function setSeverityOfType(
  trx: Trx,
  grant: PageGrant,
  type: string,
  severity: Severity,
): Promise<void> {
  for (const table of ["incidents", "incident_impacts", "past_incident_impacts"] as const)
    await trx
      .updateTable(table as "incidents")
      .set({ severity })
      .where("status_page_id", "=", grant.status_page_id)
      .where("type", "=", type)
      .execute();
}

/** The services and the time span of all ended impacts of a type. */
export async function footprintOfType(
  trx: Trx,
  grant: PageGrant,
  type: string,
): Promise<RebuildRange | undefined> {
  const { rows } = await sql<RebuildRange>`
    select array_agg(distinct service_id) as service_ids, min(starts_at) as "from",
      max(ends_at) as "to"
    from (${impactsEver(grant)}) as impact
    where type = ${type} and ends_at is not null
    having count(*) > 0`.execute(trx);
  return rows[0];
}

export async function isUnderMaintenance(
  trx: Trx,
  grant: PageGrant,
  now: string,
): Promise<boolean> {
  const running = await trx
    .selectFrom("incidents")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("severity", "=", "scheduled")
    .where("plan", "is", null)
    .where("starts_at", "<=", now)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .limit(1)
    .executeTakeFirst();
  return running !== undefined;
}

export async function deleteSubscriptionsTo(
  trx: Trx,
  grant: PageGrant,
  incidentIds: readonly number[],
): Promise<void> {
  await trx
    .deleteFrom("subscriptions")
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "in", incidentIds)
    .where("filter", "=", "incident")
    .execute();
}
