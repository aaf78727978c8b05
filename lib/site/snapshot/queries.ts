import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { haveAffected, sufferedDuring } from "#lib/incidents/impacts.queries.ts";
import {
  endedSince,
  PLAIN_COLUMNS,
  type PlainIncidentRow,
  visibleIncidents,
} from "#lib/incidents/queries.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { affects, concerns } from "#lib/services/links.queries.ts";

export const LIMITS = {
  incidents: 100,
  maintenances: 100,
  upcoming_maintenances: 100,
  withdrawn_maintenances: 20,
  notices: 100,
  recent: 10,
  past_day: 5,
  day: 100,
  feed: 50,
  started: 1_000,
} as const;

export type Scope = {
  /** Services visible to the caller; null: all. */
  visible: readonly number[] | null;
  /** Wire time: omits what ended earlier; null: no limit. */
  history_since: string | null;
  /** Limits to these visible services. */
  within?: readonly number[];
  type?: string;
};

/** The type of an incident or, once it is over, of its worst impact: see `worstImpact`. */
function typeShown(grant: PageGrant, serviceIds: readonly number[] | null): RawBuilder<string> {
  const seen = serviceIds ? sql`impact.service_id = any(${serviceIds}::bigint[])` : sql`true`;
  return sql`coalesce((
    select impact.type from incident_impacts as impact
    where impact.status_page_id = ${grant.status_page_id} and impact.incident_id = incidents.id
      and incidents.ends_at <= ${wireNow()} and ${seen}
    order by array_position(array['major', 'minor', 'scheduled'], impact.severity),
      impact.starts_at desc limit 1), incidents.type)`;
}

function incidentsIn(db: Db, grant: PageGrant, { visible, history_since, within, type }: Scope) {
  const all = endedSince(visibleIncidents(db, grant, within ? null : visible), history_since);
  const query = within ? all.where(haveAffected(grant, within)) : all;
  return type === undefined ? query : query.where(typeShown(grant, within ?? visible), "=", type);
}

/** Only what concerns these services still. */
export function concerningIn(db: Db, grant: PageGrant, scope: Scope) {
  const { visible, within } = scope;
  const all = incidentsIn(db, grant, scope);
  if (within) return all.where(affects(grant, "incident", within));
  return visible === null ? all : all.where(concerns(grant, "incident", visible));
}

/** A postponed maintenance has no time, so it is in no past. */
const isNotPostponed = sql<boolean>`incidents.plan is distinct from 'postponed'`;

/** @returns the first start, wire time; null: no incidents */
export async function findFirstStart(
  db: Db,
  grant: PageGrant,
  scope: Scope,
): Promise<string | null> {
  const first = await incidentsIn(db, grant, scope)
    .where(isNotPostponed)
    .select("starts_at")
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  return first?.starts_at ?? null;
}

function newestIn(db: Db, grant: PageGrant, scope: Scope) {
  const query = incidentsIn(db, grant, scope).select(PLAIN_COLUMNS);
  return query.orderBy("starts_at", "desc").orderBy("incidents.id", "desc");
}

type Span = { from: string; to: string };

/**
 * Whether an incident touched a span of time, even for an instant. The index incidents_long finds
 * the few that began long before, so the cost depends on the span only.
 */
export function overlaps(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(starts_at < ${to} and (ends_at is null or ends_at > ${from} or starts_at >= ${from})
    and (starts_at >= ${from} - interval '31 days'
      or ends_at is null or ends_at - starts_at > interval '31 days'))`;
}

export type Day = Span & { day: string };

/** The newest incidents of each day, and their number; days without incidents have no rows. */
export async function listOnDays(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  days: readonly Day[],
): Promise<(PlainIncidentRow & { day: string; total: number })[]> {
  const [from = "", to = ""] = [
    days.map((day) => day.from).sort()[0],
    days
      .map((day) => day.to)
      .sort()
      .at(-1),
  ];
  const recent = incidentsIn(db, grant, scope)
    .where(overlaps(sql`${from}::timestamptz`, sql`${to}::timestamptz`))
    .where(isNotPostponed)
    .select(["id", "starts_at", "ends_at"]);
  const suffered = sufferedDuring(grant, scope.within ?? scope.visible, {
    ...{ from: sql`on_day.first`, to: sql`on_day.next`, incident: "recent.id" },
  });
  const { rows } = await sql<PlainIncidentRow & { day: string; total: number }>`
    with recent as materialized ${recent}
    select ${sql.join(PLAIN_COLUMNS.map((column) => sql.ref(column)))}, on_day.day, found.total
    from unnest(
      ${days.map(({ day }) => day)}::date[], ${days.map((day) => day.from)}::timestamptz[],
      ${days.map((day) => day.to)}::timestamptz[]
    ) as on_day (day, first, next)
    cross join lateral (
      select id, count(*) over () as total from recent
      where ${overlaps(sql`on_day.first`, sql`on_day.next`)} and ${suffered}
      order by starts_at desc, id desc limit ${LIMITS.past_day}
    ) as found
    join incidents on incidents.status_page_id = ${grant.status_page_id} and incidents.id = found.id
    order by on_day.day desc, incidents.starts_at desc, incidents.id desc`.execute(db);
  return rows;
}

export async function listIncidentsDuring(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  { from, to }: Span,
  after: Pick<PlainIncidentRow, "starts_at" | "id"> | undefined,
): Promise<(PlainIncidentRow & { total: number })[]> {
  const [first, next] = [sql`${from}::timestamptz`, sql`${to}::timestamptz`];
  const suffered = { from: first, to: next, incident: "incidents.id" };
  const all = newestIn(db, grant, scope)
    .where(isNotPostponed)
    .where(overlaps(first, next))
    .where(sufferedDuring(grant, scope.within ?? scope.visible, suffered));
  const rest = after
    ? all.where(sql<boolean>`(starts_at, incidents.id) < (${after.starts_at}, ${after.id})`)
    : all;
  return rest.select(sql<number>`count(*) over ()`.as("total")).limit(LIMITS.day).execute();
}

function someOf(db: Db, grant: PageGrant, scope: Scope) {
  return incidentsIn(db, grant, scope).select(PLAIN_COLUMNS).limit(LIMITS.feed);
}

type Some = ReturnType<typeof someOf>;

const newestFirst = (some: Some) =>
  some.orderBy("starts_at", "desc").orderBy("incidents.id", "desc").execute();
const nextFirst = (some: Some, now: string) =>
  some
    .where("plan", "is", null)
    .where("starts_at", ">", now)
    .orderBy("starts_at")
    .orderBy("incidents.id")
    .execute();

export type Kind = "incident" | "maintenance";

function ofKind(db: Db, grant: PageGrant, scope: Scope, kind?: Kind): Some {
  const all = someOf(db, grant, scope);
  if (kind === undefined) return all;
  return all.where("severity", kind === "maintenance" ? "=" : "<>", "scheduled");
}

export async function listAnnounced(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  now: string,
  kind?: Kind,
): Promise<PlainIncidentRow[]> {
  return nextFirst(ofKind(db, grant, scope, kind), now);
}

export async function listEnded(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  now: string,
  kind?: Kind,
): Promise<PlainIncidentRow[]> {
  return ofKind(db, grant, scope, kind)
    .where(isNotPostponed)
    .where("ends_at", "<=", now)
    .orderBy("ends_at", "desc")
    .orderBy("incidents.id", "desc")
    .execute();
}

/** Maintenance that is called off, until its planned end, or postponed; the next one first. */
export async function listWithdrawn(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  now: string,
): Promise<PlainIncidentRow[]> {
  return someOf(db, grant, scope)
    .where("plan", "is not", null)
    .where(sql<boolean>`(plan = 'postponed' or ends_at > ${now})`)
    .orderBy("starts_at")
    .orderBy("incidents.id")
    .execute();
}

export async function listNewestOf(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  kind: Kind,
  now: string,
): Promise<PlainIncidentRow[]> {
  const all = ofKind(db, grant, scope, kind);
  return newestFirst(
    kind === "incident" ? all.where("starts_at", "<=", now) : all.where("plan", "is", null),
  );
}

/** Incidents and maintenance that began within a span, without its end. */
export async function listStarted(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  { from, to }: Span,
): Promise<PlainIncidentRow[]> {
  return newestIn(db, grant, scope)
    .where("plan", "is", null)
    .where("starts_at", ">=", from)
    .where("starts_at", "<", to)
    .limit(LIMITS.started)
    .execute();
}

export async function listResolved(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  now: string,
): Promise<PlainIncidentRow[]> {
  return newestFirst(ofKind(db, grant, scope, "incident").where("ends_at", "<=", now));
}

export async function listNextMaintenances(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  now: string,
): Promise<PlainIncidentRow[]> {
  return nextFirst(ofKind(db, grant, scope, "maintenance"), now);
}

export async function findIncident(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  id: number,
): Promise<PlainIncidentRow | undefined> {
  return incidentsIn(db, grant, scope)
    .select(PLAIN_COLUMNS)
    .where("incidents.id", "=", id)
    .executeTakeFirst();
}

export async function listNewestTypes(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<Map<number, UpdateType>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("incident_updates")
    .distinctOn("incident_id")
    .select(["incident_id", "type"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "in", ids)
    .orderBy("incident_id")
    .orderBy("posted_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map(({ incident_id, type }) => [incident_id, type]));
}

/**
 * Incidents that ended within a span, without its start, last first; with the number of all and the
 * first end.
 */
export async function listEndedBetween(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<(PlainIncidentRow & { total: number; first_end: string })[]> {
  return incidentsIn(db, grant, scope)
    .select(PLAIN_COLUMNS)
    .select([
      sql<number>`count(*) over ()`.as("total"),
      sql<string>`min(ends_at) over ()`.as("first_end"),
    ])
    .where("severity", "!=", "scheduled")
    .where("ends_at", ">", from)
    .where("ends_at", "<=", to)
    .orderBy("ends_at", "desc")
    .orderBy("incidents.id", "desc")
    .limit(LIMITS.recent)
    .execute();
}
