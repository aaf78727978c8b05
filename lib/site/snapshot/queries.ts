import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import {
  endedSince,
  PLAIN_COLUMNS,
  type PlainIncidentRow,
  visibleIncidents,
} from "#lib/incidents/queries.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { affects } from "#lib/services/links.queries.ts";
import { SHOWN } from "#lib/site/snapshot/shown.ts";

/** Which of a page's incidents and notices are meant. */
export type Scope = {
  /** The services that the caller may see; null: all of them. */
  visible: readonly number[] | null;
  /** Without what ended before then; a wire time, null: all of it. */
  history_since: string | null;
  /** Only what affects one of these, which the caller may see. */
  within?: readonly number[];
  /** Of incidents only those of this type. */
  type?: string;
};

export function incidentsIn(
  db: Db,
  grant: PageGrant,
  { visible, history_since, within, type }: Scope,
) {
  const all = endedSince(visibleIncidents(db, grant, within ? null : visible), history_since);
  const query = within ? all.where(affects(grant, "incident", within)) : all;
  return type === undefined ? query : query.where("type", "=", type);
}

/** When the first of all incidents began, wire time; null where there is none. */
export async function findFirstStart(
  db: Db,
  grant: PageGrant,
  scope: Scope,
): Promise<string | null> {
  const first = await incidentsIn(db, grant, scope)
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
 * Whether something happened in a span of time: also what took no time at all. What began long
 * before is found among the few that last as long (the index incidents_long): the cost is that of
 * the span, not that of all that was before it.
 */
export function happened(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(starts_at < ${to} and (ends_at is null or ends_at > ${from} or starts_at >= ${from})
    and (starts_at >= ${from} - interval '31 days'
      or ends_at is null or ends_at - starts_at > interval '31 days'))`;
}

/** A day, `YYYY-MM-DD`, with its bounds. */
export type Day = Span & { day: string };

/**
 * The newest of what happened on each of some days up to now, and how much that was in all; days
 * on which nothing happened have no rows.
 */
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
    .where(happened(sql`${from}::timestamptz`, sql`${to}::timestamptz`))
    .select(["id", "starts_at", "ends_at"]);
  const { rows } = await sql<PlainIncidentRow & { day: string; total: number }>`
    with recent as materialized ${recent}
    select ${sql.join(PLAIN_COLUMNS.map((column) => sql.ref(column)))}, on_day.day, found.total
    from unnest(
      ${days.map(({ day }) => day)}::date[], ${days.map((day) => day.from)}::timestamptz[],
      ${days.map((day) => day.to)}::timestamptz[]
    ) as on_day (day, first, next)
    cross join lateral (
      select id, count(*) over () as total from recent
      where ${happened(sql`on_day.first`, sql`on_day.next`)}
      order by starts_at desc, id desc limit ${SHOWN.past_day}
    ) as found
    join incidents on incidents.status_page_id = ${grant.status_page_id} and incidents.id = found.id
    order by on_day.day desc, incidents.starts_at desc, incidents.id desc`.execute(db);
  return rows;
}

/**
 * What happened in a span of time, newest first, from the start or after an incident of it; `total`
 * counts from there.
 */
export async function listHappened(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  { from, to }: Span,
  after: Pick<PlainIncidentRow, "starts_at" | "id"> | undefined,
): Promise<(PlainIncidentRow & { total: number })[]> {
  const all = newestIn(db, grant, scope).where(
    happened(sql`${from}::timestamptz`, sql`${to}::timestamptz`),
  );
  const rest = after
    ? all.where(sql<boolean>`(starts_at, incidents.id) < (${after.starts_at}, ${after.id})`)
    : all;
  return rest.select(sql<number>`count(*) over ()`.as("total")).limit(SHOWN.day).execute();
}

/** Some of a page's incidents, as many as a feed has. */
function someOf(db: Db, grant: PageGrant, scope: Scope) {
  return incidentsIn(db, grant, scope).select(PLAIN_COLUMNS).limit(SHOWN.feed);
}

type Some = ReturnType<typeof someOf>;

const newestFirst = (some: Some) =>
  some.orderBy("starts_at", "desc").orderBy("incidents.id", "desc").execute();
const nextFirst = (some: Some, now: string) =>
  some.where("starts_at", ">", now).orderBy("starts_at").orderBy("incidents.id").execute();

/** Incidents or maintenances. */
type Kind = "incident" | "maintenance";

function ofKind(db: Db, grant: PageGrant, scope: Scope, kind: Kind): Some {
  const isPlanned = kind === "maintenance" ? "=" : "<>";
  return someOf(db, grant, scope).where("severity", isPlanned, "scheduled");
}

/** The next incidents and maintenances to come. */
export async function listAnnounced(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  now: string,
): Promise<PlainIncidentRow[]> {
  return nextFirst(someOf(db, grant, scope), now);
}

/** What ended last, the newest end first. */
export async function listEnded(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  now: string,
): Promise<PlainIncidentRow[]> {
  return someOf(db, grant, scope)
    .where("ends_at", "<=", now)
    .orderBy("ends_at", "desc")
    .orderBy("incidents.id", "desc")
    .execute();
}

/** The newest incidents that began, or maintenances that were announced. */
export async function listNewestOf(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  kind: Kind,
  now: string,
): Promise<PlainIncidentRow[]> {
  const all = ofKind(db, grant, scope, kind);
  return newestFirst(kind === "incident" ? all.where("starts_at", "<=", now) : all);
}

/** The newest incidents that are over. */
export async function listResolved(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  now: string,
): Promise<PlainIncidentRow[]> {
  return newestFirst(ofKind(db, grant, scope, "incident").where("ends_at", "<=", now));
}

/** The next maintenances to come. */
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

/** The type of the newest update of each incident that has one. */
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
