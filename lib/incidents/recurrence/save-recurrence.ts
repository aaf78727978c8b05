import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { NewEvent } from "#lib/core/events/event.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { eraseRows } from "#lib/incidents/delete.ts";
import { listIncidentsById } from "#lib/incidents/queries.ts";
import {
  deleteLaterOccurrences,
  findSeriesOf,
  insertSeries,
  listUpcoming,
  recordOccurrence,
  removeSeries,
  updateSeries,
} from "#lib/incidents/recurrence/queries.ts";
import { checkRecurrence, occurrencesFrom, type Pattern } from "#lib/incidents/recurrence/rules.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { later, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/** Template for the next maintenances of a series. */
export type SeriesFields = Pick<
  Incident,
  | "title"
  | "type"
  | "service_ids"
  | "translations"
  | "maintenance_notify"
  | "maintenance_notify_settings"
  | "affects_uptime"
  | "subscription_group_ids"
> & { first: Pick<Incident["updates"][number], "description" | "translations"> | null };

function fieldsOf(incident: Incident): SeriesFields {
  const { title, type, service_ids, translations, affects_uptime, updates } = incident;
  const { maintenance_notify, maintenance_notify_settings, subscription_group_ids } = incident;
  const scheduled = updates.findLast((update) => update.type === "scheduled");
  const first = scheduled
    ? { description: scheduled.description, translations: scheduled.translations }
    : null;
  return {
    ...{ title, type, service_ids, translations, affects_uptime, first },
    ...{ maintenance_notify, maintenance_notify_settings, subscription_group_ids },
  };
}

type RecurrenceInput = {
  recurrence?: string | null;
  apply_to_following?: boolean;
  hold_seconds?: number;
};
type Changed = { recurrence: string | null; events: NewEvent[] };

function patternOf({ starts_at, ends_at }: Incident, rule: string, time_zone: string): Pattern {
  if (ends_at === null) throw invalid({ ends_at: [{ code: "blank" }] });
  return { rule, starts_at, time_zone, duration_seconds: secondsBetween(starts_at, ends_at) };
}

async function eraseUpcoming(
  trx: Trx,
  grant: PageGrant,
  seriesId: number,
  after: string,
): Promise<NewEvent[]> {
  const ids = await listUpcoming(trx, grant, seriesId, { now: wireNow(), after });
  if (ids.length === 0) return [];
  return eraseRows(trx, grant, await listIncidentsById(trx, grant, ids));
}

/**
 * Starts, changes or ends the series of a maintenance that was just saved. Later occurrences are
 * deleted; a job creates them again from this one.
 * @throws {AppError} `invalid` on `recurrence`
 */
export async function saveRecurrence(
  trx: Trx,
  grant: PageGrant,
  { zone, severity }: { zone: string; severity: Severity },
  incident: Incident,
  { recurrence: given, apply_to_following = false, hold_seconds = 0 }: RecurrenceInput,
): Promise<Changed> {
  if (severity !== "scheduled") {
    if (given) throw invalid({ recurrence: [{ code: "wrong_kind" }] });
    return { recurrence: null, events: [] };
  }
  const member = await findSeriesOf(trx, grant, incident.id);
  const before = member?.series.rule ?? null;
  const rule = given === undefined ? before : given;
  if (rule === before && !(apply_to_following && member)) return { recurrence: before, events: [] };
  const events = member ? await eraseUpcoming(trx, grant, member.series.id, member.occurs_at) : [];
  if (rule === null) {
    if (member) await removeSeries(trx, grant, member.series.id);
    return { recurrence: null, events };
  }
  const zoneOfRule = member && rule === before ? member.series.time_zone : zone;
  const pattern = patternOf(incident, rule, zoneOfRule);
  checkRecurrence(pattern);
  const [next_at = null] = occurrencesFrom(pattern, later(incident.starts_at, 1), 1);
  const row = { ...pattern, fields: JSON.stringify(fieldsOf(incident)), next_at };
  const series = member
    ? await updateSeries(trx, grant, member.series.id, { ...row, updated_at: wireNow() })
    : await insertSeries(trx, grant, row);
  if (member) await deleteLaterOccurrences(trx, grant, series.id, member.occurs_at);
  const occurrence = { series_id: series.id, occurs_at: incident.starts_at };
  await recordOccurrence(trx, grant, { ...occurrence, incident_id: incident.id });
  await enqueue(
    trx,
    "extend-maintenance-series",
    { series_id: series.id },
    { run_at: later(wireNow(), hold_seconds), key: `maintenance-series:${series.id}` },
  );
  return { recurrence: rule, events };
}
