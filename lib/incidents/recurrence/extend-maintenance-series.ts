import { database, type Trx } from "#db/index.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import type { NewEvent } from "#lib/core/events/event.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { declare } from "#lib/incidents/declared.ts";
import { incidentCreated } from "#lib/incidents/events.ts";
import { insertIncident } from "#lib/incidents/queries.ts";
import { recompute } from "#lib/incidents/recompute.ts";
import {
  findSeriesById,
  listDueSeries,
  listOccurrences,
  listUpcoming,
  lockSeries,
  recordOccurrence,
  type SeriesRow,
  updateSeries,
} from "#lib/incidents/recurrence/queries.ts";
import { occurrencesFrom } from "#lib/incidents/recurrence/rules.ts";
import type { SeriesFields } from "#lib/incidents/recurrence/series-fields.ts";
import { severitiesOf } from "#lib/incidents/types/rules.ts";
import { insertUpdate } from "#lib/incidents/updates/queries.ts";
import { DAY_SECONDS, later, laterOf, wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { setLinks } from "#lib/services/links.queries.ts";
import { listKnownServiceIds } from "#lib/services/queries.ts";

/** Up to `AHEAD` maintenances of a series are scheduled, at most `HORIZON_DAYS` ahead. */
const AHEAD = 3;
const HORIZON_DAYS = 60;
const BATCH = 100;

type Slot = { series: SeriesRow; service_ids: number[]; occurs_at: string };

/** Schedules one occurrence. Subscribers hear only the reminders that it is set to send. */
async function plan(
  trx: Trx,
  grant: PageGrant,
  { series, service_ids, occurs_at }: Slot,
): Promise<NewEvent> {
  const { first, type: own, service_ids: _, ...fields } = series.fields as SeriesFields;
  const severity = (await severitiesOf(trx, grant, new Set([own]))).get(own);
  const type = severity === "scheduled" ? own : "scheduled";
  const times = { type, starts_at: occurs_at, ends_at: later(occurs_at, series.duration_seconds) };
  const incident = await insertIncident(trx, grant, {
    ...fields,
    ...times,
    severity: "scheduled",
    declared: declare({ ...times, service_ids }, 0),
    notify: false,
    postmortem: null,
  });
  await setLinks(trx, grant, "incident", incident.id, service_ids);
  if (first)
    await insertUpdate(trx, grant, {
      ...first,
      incident_id: incident.id,
      type: "scheduled",
      posted_at: wireNow(),
    });
  await recordOccurrence(trx, grant, { series_id: series.id, occurs_at, incident_id: incident.id });
  return incidentCreated(await recompute(trx, grant, incident, null));
}

async function extend(ctx: Context, grant: PageGrant, seriesId: number): Promise<void> {
  await changePage(ctx, grant, async (trx) => {
    const series = await lockSeries(trx, grant, seriesId);
    const now = wireNow();
    const { service_ids } = series.fields as SeriesFields;
    const known = await listKnownServiceIds(trx, grant, service_ids);
    const room = AHEAD - (await listUpcoming(trx, grant, seriesId, { now })).length;
    const noted = await listOccurrences(trx, grant, seriesId);
    const from = laterOf(series.next_at ?? now, now);
    const open = occurrencesFrom(series, from, AHEAD + 1 + noted.size).filter(
      (time) => !noted.has(time),
    );
    const horizon = later(now, HORIZON_DAYS * DAY_SECONDS);
    const slots = known.length === 0 ? [] : open.slice(0, Math.max(0, room));
    const due = slots.filter((time) => time <= horizon);
    const events: NewEvent[] = [];
    for (const occurs_at of due)
      events.push(await plan(trx, grant, { series, service_ids: known, occurs_at }));
    const next_at = known.length === 0 ? null : (open[due.length] ?? null);
    if (next_at !== series.next_at) await updateSeries(trx, grant, seriesId, { next_at });
    const [event, ...others] = events;
    if (!event) return unchanged(undefined);
    const audit = {
      action: "maintenance_series.extend",
      subject_id: seriesId,
      changes: { starts_at: due },
    };
    return { result: undefined, audit, events: [event, ...others] };
  });
}

async function extendOne(ctx: Context, due: { id: number; status_page_id: number }) {
  const grant = await authorizeJob(ctx, due.status_page_id);
  if (!grant) return;
  await extend(ctx, grant, due.id).catch((error) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  });
}

/** Schedules the next maintenances of one series, or of every due series. Idempotent. */
export async function extendMaintenanceSeries({
  series_id,
}: Payloads["extend-maintenance-series"]): Promise<void> {
  const ctx = systemContext(database(), "extend-maintenance-series");
  if (series_id !== undefined) {
    const found = await findSeriesById(ctx.db, series_id);
    if (found) await extendOne(ctx, found);
    return;
  }
  const until = later(wireNow(), HORIZON_DAYS * DAY_SECONDS);
  let after = 0;
  for (;;) {
    const batch = await listDueSeries(ctx.db, { until, after, most: BATCH });
    for (const due of batch) await extendOne(ctx, due);
    after = batch.at(-1)?.id ?? after;
    if (batch.length < BATCH) return;
  }
}
