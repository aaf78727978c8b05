import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { NewEvent } from "#lib/core/events/event.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import type { LockedPage } from "#lib/core/transaction/queries.ts";
import type { Declared } from "#lib/incidents/declared.ts";
import { eraseRows } from "#lib/incidents/delete.ts";
import { type IncidentRow, listIncidentsById } from "#lib/incidents/queries.ts";
import { changeFollowing } from "#lib/incidents/recurrence/change-following.ts";
import {
  findSeriesOf,
  insertSeries,
  listUpcoming,
  type Membership,
  recordOccurrence,
  removeSeries,
  updateSeries,
} from "#lib/incidents/recurrence/queries.ts";
import {
  checkRecurrence,
  countBefore,
  occurrencesFrom,
  type Pattern,
} from "#lib/incidents/recurrence/rules.ts";
import { fieldsOf } from "#lib/incidents/recurrence/series-fields.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { later, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

type RecurrenceInput = {
  recurrence?: string | null;
  apply_to_following?: boolean;
  hold_seconds?: number;
};

type Saved = {
  row: Pick<IncidentRow, "severity" | "declared">;
  incident: Incident;
  /** Its planned times were just changed. */
  isReplanned: boolean;
};
type Changed = { recurrence: string | null; events: NewEvent[] };

/** With the planned times, which updates do not move. */
function plannedPattern({ row }: Saved, rule: string, time_zone: string): Pattern {
  const { starts_at, ends_at } = row.declared as Declared;
  if (ends_at.value === null) throw invalid({ ends_at: [{ code: "blank" }] });
  const duration_seconds = secondsBetween(starts_at.value, ends_at.value);
  return { rule, starts_at: starts_at.value, time_zone, duration_seconds, earlier_count: 0 };
}

/** The pattern from a member on: as it is, unless its rule or its planned times were changed. */
function patternFrom(saved: Saved, rule: string, zone: string, member: Membership | null): Pattern {
  if (member?.series.rule !== rule) return plannedPattern(saved, rule, zone);
  const { series, occurs_at } = member;
  if (!saved.isReplanned) return series;
  const earlier_count = countBefore(series, occurs_at);
  return { ...plannedPattern(saved, rule, series.time_zone), earlier_count };
}

async function endSeries(
  trx: Trx,
  grant: PageGrant,
  { series, occurs_at }: Membership,
): Promise<Changed> {
  const ids = await listUpcoming(trx, grant, series.id, { now: wireNow(), after: occurs_at });
  const rows = ids.length === 0 ? [] : await listIncidentsById(trx, grant, ids);
  const events = rows.length === 0 ? [] : await eraseRows(trx, grant, rows);
  await removeSeries(trx, grant, series.id);
  return { recurrence: null, events };
}

async function extendLater(trx: Trx, series_id: number, hold_seconds: number): Promise<void> {
  await enqueue(
    trx,
    "extend-maintenance-series",
    { series_id },
    { run_at: later(wireNow(), hold_seconds), key: `maintenance-series:${series_id}` },
  );
}

async function save(
  trx: Trx,
  grant: PageGrant,
  { incident }: Saved,
  pattern: Pattern,
  member: Membership | null,
): Promise<{ series_id: number; events: NewEvent[] }> {
  const isMoved = pattern !== member?.series;
  if (isMoved) checkRecurrence(pattern);
  const { rule, starts_at, time_zone, duration_seconds, earlier_count } = pattern;
  const moves_to = isMoved ? starts_at : member.occurs_at;
  const fields = fieldsOf(incident);
  const [next_at = null] = occurrencesFrom(pattern, later(moves_to, 1), 1);
  const row = { rule, starts_at, time_zone, duration_seconds, earlier_count, next_at };
  const written = { ...row, fields: JSON.stringify(fields) };
  const from = member && { before: member.series, occurs_at: member.occurs_at };
  const change = from && { ...from, pattern, fields, moves_to };
  const events = change ? await changeFollowing(trx, grant, change) : [];
  const { id: series_id } = member
    ? await updateSeries(trx, grant, member.series.id, { ...written, updated_at: wireNow() })
    : await insertSeries(trx, grant, written);
  await recordOccurrence(trx, grant, {
    series_id,
    occurs_at: moves_to,
    incident_id: incident.id,
  });
  return { series_id, events };
}

/**
 * Starts, changes or ends the series of a maintenance that was just saved. Those that follow are
 * changed where they are; a job creates the next ones.
 * @throws {AppError} `invalid` on `recurrence`
 */
export async function saveRecurrence(
  trx: Trx,
  grant: PageGrant,
  { time_zone }: LockedPage,
  saved: Saved,
  { recurrence: given, apply_to_following = false, hold_seconds = 0 }: RecurrenceInput,
): Promise<Changed> {
  if (saved.row.severity !== "scheduled") {
    if (given) throw invalid({ recurrence: [{ code: "wrong_kind" }] });
    return { recurrence: null, events: [] };
  }
  const member = await findSeriesOf(trx, grant, saved.incident.id);
  const before = member?.series.rule ?? null;
  const rule = given === undefined ? before : given;
  if (rule === before && !(apply_to_following && member)) return { recurrence: before, events: [] };
  if (rule === null)
    return member ? endSeries(trx, grant, member) : { recurrence: null, events: [] };
  const pattern = patternFrom(saved, rule, time_zone, member);
  const { series_id, events } = await save(trx, grant, saved, pattern, member);
  await extendLater(trx, series_id, hold_seconds);
  return { recurrence: rule, events };
}
