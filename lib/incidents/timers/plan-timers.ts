import { database, type Trx } from "#db/index.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import { enqueue, type Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { type IncidentRow, listIncidentsById } from "#lib/incidents/queries.ts";
import { listTimers, lockCurrentIncidents, saveTimers } from "#lib/incidents/timers/queries.ts";
import { type KnownTimer, needsNoSending, timersOf } from "#lib/incidents/timers/rules.ts";
import { listUpdates, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

/** Later timers are enqueued by `watch-timers`, which runs every minute. */
export const AHEAD_S = 90;

function reminderHours(settings: Settings, { severity }: IncidentRow): number {
  if (severity === "major") return settings.major_notification_hours;
  if (severity === "minor") return settings.minor_notification_hours;
  return settings.maintenance_notification_hours;
}

function isSameTimer(a: KnownTimer, b: KnownTimer | undefined): boolean {
  return (
    b !== undefined &&
    a.for_at === b.for_at &&
    a.due_at === b.due_at &&
    a.settled_for === b.settled_for
  );
}

type Basis = { settings: Settings; known: readonly KnownTimer[] };

/** The caller holds the incident's lock. */
export async function loadTimers(trx: Trx, grant: PageGrant, incidentId: number): Promise<Basis> {
  const [page, known] = await Promise.all([
    getStatusPageRow(trx, grant),
    listTimers(trx, grant, incidentId),
  ]);
  return { settings: parseSettings(page.settings), known };
}

/**
 * Saves the timers of an incident as it is now. The caller holds the incident's lock.
 * @param state `isNew`: the incident is being created
 */
export async function planIncidentTimers(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  { settings, known }: Basis,
  { updates, isNew }: { updates: readonly UpdateRow[]; isNew: boolean },
): Promise<void> {
  const now = wireNow();
  const timers = timersOf(incident, reminderHours(settings, incident), now);
  const knownOf = new Map(known.map((timer) => [timer.kind, timer]));
  const planned = timers.map((timer): KnownTimer => {
    const old = knownOf.get(timer.kind);
    const circumstances = { updates, isNew, ends_at: incident.ends_at, now };
    if (needsNoSending(timer, old, circumstances))
      return { ...timer, due_at: null, settled_for: timer.for_at };
    const waits = old?.for_at === timer.for_at && old.due_at !== null && old.due_at <= now;
    return {
      ...timer,
      due_at: waits ? old.due_at : timer.due_at,
      settled_for: old?.settled_for ?? null,
    };
  });
  const kinds = new Set(timers.map(({ kind }) => kind));
  const dropped = known.flatMap((timer) =>
    kinds.has(timer.kind) || timer.due_at === null ? [] : [{ ...timer, due_at: null }],
  );
  const changed = [...planned, ...dropped].filter(
    (one) => !isSameTimer(one, knownOf.get(one.kind)),
  );
  if (changed.length > 0) await saveTimers(trx, grant, incident.id, changed);
  const [next] = planned.flatMap(({ due_at }) => due_at ?? []).sort();
  if (next !== undefined && next <= later(now, AHEAD_S))
    await enqueueTimers(trx, { ...grant, incident_id: incident.id }, next);
}

type Of = { status_page_id: number; incident_id: number };

/** @param run_at wire time */
export async function enqueueTimers(
  trx: Trx,
  { status_page_id, incident_id }: Of,
  run_at: string,
): Promise<void> {
  const key = `incident-timers:${incident_id}`;
  await enqueue(trx, "fire-timers", { status_page_id, incident_id }, { run_at, key });
}

const BATCH = 100;

/** Plans the timers of a page's current incidents again after its settings changed. */
export async function planTimers({ status_page_id }: Payloads["plan-timers"]): Promise<void> {
  const ctx = systemContext(database(), "plan-timers");
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await changeRecords(ctx, grant, async (trx) => {
      const batch = { after: from, now: wireNow(), limit: BATCH };
      const ids = await lockCurrentIncidents(trx, grant, batch);
      const rows = await listIncidentsById(trx, grant, ids);
      const posted = await listUpdates(trx, grant, ids);
      for (const row of rows) {
        const timers = await loadTimers(trx, grant, row.id);
        await planIncidentTimers(trx, grant, row, timers, {
          updates: posted.get(row.id) ?? [],
          isNew: false,
        });
      }
      const last = ids.length < BATCH ? null : (ids.at(-1) ?? null);
      return { result: last, audit: null, events: [] };
    });
  }
}
