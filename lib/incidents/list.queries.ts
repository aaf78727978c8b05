import { type RawBuilder, sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countOf, countSome } from "#db/counts.ts";
import type { Db } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { haveAffected } from "#lib/incidents/impacts.queries.ts";
import {
  asPlanned,
  currentOnly,
  type IncidentRow,
  readableIncidents,
  type visibleIncidents,
} from "#lib/incidents/queries.ts";
import type { IncidentStatus } from "#lib/incidents/schema.ts";
import { bytesOfRecord } from "#lib/incidents/updates/queries.ts";
import { listVisibleServiceIds } from "#lib/services/queries.ts";
import { listBranchIds } from "#lib/services/tree.queries.ts";

export type IncidentFilter = {
  type?: string;
  severity?: Severity;
  status?: IncidentStatus;
  /** Whether its time, planned or actual, is past; a postponed maintenance's never is. */
  is_past?: boolean;
  /** Words or beginnings of words; each must occur in the title or an update. */
  q?: string;
  /** Includes the services below it. */
  service_id?: number;
  /** Excludes incidents that ended by then (wire time). */
  from?: string;
  /** Excludes incidents that start then or later (wire time). */
  to?: string;
};

type Filtered = ReturnType<typeof visibleIncidents>;

const NEWEST_FIRST: Order = { columns: ["starts_at", "id"], direction: "desc" };
const MAX_WORDS = 8;

async function wordsOf(db: Db, typed: string): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`select words_of(${typed}) as words`.execute(db);
  return rows[0]?.words.slice(0, MAX_WORDS) ?? [];
}

/**
 * Ids of incidents with a word that begins so; may repeat. `offset 0` keeps the planner from the
 * page's own index, which would split every text into words again.
 */
function havingWord(page: number, word: string): RawBuilder<unknown> {
  const sought = sql`${`'${page} ${word}':*`}::tsquery`;
  return sql`(
    select id from (
      select id, status_page_id from incidents
        where search_words(status_page_id, title) @@ ${sought} offset 0
    ) as titled where status_page_id = ${page}
    union all
    select incident_id from (
      select incident_id, status_page_id from incident_updates
        where search_words(status_page_id, description) @@ ${sought} offset 0
    ) as told where status_page_id = ${page})`;
}

async function matching(db: Db, grant: PageGrant, query: Filtered, q?: string): Promise<Filtered> {
  if (q === undefined) return query;
  const words = await wordsOf(db, q);
  if (words.length === 0) return query.where(sql<boolean>`false`);
  const found = words.map((word) => havingWord(grant.status_page_id, word));
  // `is true` makes the planner compute the set once instead of per row.
  const set = sql.join(found, sql` intersect `);
  return query.where(sql<boolean>`(incidents.id in (${set})) is true`);
}

function withStatus(query: Filtered, status: IncidentStatus | undefined, at: string): Filtered {
  if (status === undefined) return query;
  if (status === "called_off" || status === "postponed") return query.where("plan", "=", status);
  const planned = asPlanned(query);
  if (status === "open") return currentOnly(planned, at).where("starts_at", "<=", at);
  if (status === "upcoming") return planned.where("starts_at", ">", at);
  return planned.where("ends_at", "<=", at).where("starts_at", "<=", at);
}

function withPast(query: Filtered, is_past: boolean, at: string): Filtered {
  const past = sql<boolean>`(ends_at <= ${at} and plan is distinct from 'postponed')`;
  return query.where(is_past ? past : sql<boolean>`${past} is not true`);
}

async function inBranch(
  db: Db,
  grant: PageGrant,
  query: Filtered,
  serviceId: number,
): Promise<Filtered> {
  const [branch, visible] = await Promise.all([
    listBranchIds(db, grant, serviceId),
    listVisibleServiceIds(db, grant),
  ]);
  const shown = branch.filter((id) => visible === null || visible.includes(id));
  return query.where(haveAffected(grant, shown));
}

async function filtered(
  db: Db,
  grant: PageGrant,
  query: Filtered,
  { type, severity, status, is_past, q, service_id, from, to }: IncidentFilter,
  at: string,
): Promise<Filtered> {
  let rest = withStatus(await matching(db, grant, query, q), status, at);
  if (is_past !== undefined) rest = withPast(rest, is_past, at);
  const types = type?.split(",").map((key) => key.trim()) ?? [];
  if (types.length === 1) rest = rest.where("type", "=", types[0] ?? "");
  if (types.length > 1) rest = rest.where("type", "in", types);
  if (severity !== undefined) rest = rest.where("severity", "=", severity);
  if (service_id !== undefined) rest = await inBranch(db, grant, rest, service_id);
  if (from !== undefined) rest = currentOnly(rest, from);
  return to === undefined ? rest : rest.where("starts_at", "<", to);
}

/** @param at wire time at which `status` is evaluated */
export async function listIncidentRows<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  { filter, at }: { filter: IncidentFilter; at: string },
  answer: Answer<IncidentRow, Answered>,
): Promise<Listed<Answered>> {
  const all = await readableIncidents(db, grant);
  const query = (await filtered(db, grant, all.query, filter, at)).selectAll("incidents");
  const complete = all.isWhole && Object.values(filter).every((value) => value === undefined);
  const count = complete
    ? countOf(db, "status_pages", grant.status_page_id, "incidents")
    : countSome(db, query);
  const bytes = bytesOfRecord("incident");
  return readList(db, query, slice, { order: NEWEST_FIRST, count, answer, bytes });
}
