import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import { orderTimers } from "#lib/incidents/timers/order.ts";
import { listTimers, putTimers } from "#lib/incidents/timers/queries.ts";
import { isSettled, type KnownTimer, timersOf } from "#lib/incidents/timers/rules.ts";
import type { UpdateRow } from "#lib/incidents/updates/incident-updates.queries.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

/** What is due later is ordered by the look that comes every minute. */
export const AHEAD_S = 90;

function hoursOf(settings: Settings, { severity }: IncidentRow): number {
  if (severity === "major") return settings.major_notification_hours;
  if (severity === "minor") return settings.minor_notification_hours;
  return settings.maintenance_notification_hours;
}

function same(a: KnownTimer, b: KnownTimer | undefined): boolean {
  return (
    b !== undefined &&
    a.for_at === b.for_at &&
    a.due_at === b.due_at &&
    a.settled_for === b.settled_for
  );
}

/** What an incident's timers are planned from, besides the incident. */
type Basis = { settings: Settings; known: readonly KnownTimer[] };

/** Reads what `planTimers` needs; the caller holds the lock of the incident. */
export async function readTimers(trx: Trx, grant: PageGrant, incidentId: number): Promise<Basis> {
  const [page, known] = await Promise.all([
    getStatusPageRow(trx, grant),
    listTimers(trx, grant, incidentId),
  ]);
  return { settings: parseSettings(page.settings), known };
}

/**
 * Notes what time will cause with an incident as it is now; the caller holds the lock of it.
 * @param isNew whether it is created just now
 */
export async function planTimers(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  { settings, known }: Basis,
  { updates, isNew }: { updates: readonly UpdateRow[]; isNew: boolean },
): Promise<void> {
  const now = wireNow();
  const wanted = timersOf(incident, hoursOf(settings, incident), now);
  const knownOf = new Map(known.map((timer) => [timer.kind, timer]));
  const planned = wanted.map((timer): KnownTimer => {
    const old = knownOf.get(timer.kind);
    const circumstances = { updates, isNew, ends_at: incident.ends_at, now };
    if (isSettled(timer, old, circumstances))
      return { ...timer, due_at: null, settled_for: timer.for_at };
    const waits = old?.for_at === timer.for_at && old.due_at !== null && old.due_at <= now;
    return {
      ...timer,
      due_at: waits ? old.due_at : timer.due_at,
      settled_for: old?.settled_for ?? null,
    };
  });
  const kinds = new Set(wanted.map(({ kind }) => kind));
  const dropped = known.flatMap((timer) =>
    kinds.has(timer.kind) || timer.due_at === null ? [] : [{ ...timer, due_at: null }],
  );
  const changed = [...planned, ...dropped].filter((one) => !same(one, knownOf.get(one.kind)));
  if (changed.length > 0) await putTimers(trx, grant, incident.id, changed);
  const [next] = planned.flatMap(({ due_at }) => due_at ?? []).sort();
  if (next !== undefined && next <= later(now, AHEAD_S))
    await orderTimers(trx, { ...grant, incident_id: incident.id }, next);
}
