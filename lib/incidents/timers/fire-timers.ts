import { database, type Trx } from "#db/index.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { listInCharge } from "#lib/identity/members/page-members.queries.ts";
import { maintenanceNotice } from "#lib/incidents/events.ts";
import { type IncidentRow, lockIncident } from "#lib/incidents/queries.ts";
import { completeIncidents } from "#lib/incidents/read.ts";
import { loadTimers, planIncidentTimers } from "#lib/incidents/timers/plan-timers.ts";
import { listTimers, saveTimers } from "#lib/incidents/timers/queries.ts";
import { dueNotice, dueReminders, isCurrent, type Timer } from "#lib/incidents/timers/rules.ts";
import { listUpdates, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

const MAX_RECIPIENTS = 200;

type Due = { incident: IncidentRow; updates: readonly UpdateRow[]; due: readonly Timer[] };

/** Reminds the author of a promise, else everybody who may write incidents. */
async function remind(
  trx: Trx,
  grant: PageGrant,
  { incident, updates, due }: Due,
  now: string,
): Promise<void> {
  for (const { kind, for_at } of dueReminders(due, incident, now)) {
    const author = kind === "long_running" ? null : updates[0]?.posted_by;
    const all = await listInCharge(trx, grant, { limit: MAX_RECIPIENTS });
    const people = author && all.includes(author) ? [author] : all;
    const expires_at = kind === "promise_soon" ? for_at : later(now, DAY_SECONDS);
    for (const user_id of people)
      await enqueueMessage(trx, {
        kind: "incident.reminder",
        status_page_id: grant.status_page_id,
        params: { user_id: `${user_id}`, incident_id: `${incident.id}`, kind, for_at },
        expires_at,
      });
  }
}

async function fire(trx: Trx, grant: PageGrant, incidentId: number) {
  const incident = await lockIncident(trx, grant, incidentId);
  const now = wireNow();
  const known = await listTimers(trx, grant, incidentId);
  const due = known.flatMap(({ due_at, ...timer }): Timer[] =>
    due_at !== null && due_at <= now ? [{ ...timer, due_at }] : [],
  );
  due.sort((a, b) => (a.due_at < b.due_at ? 1 : -1));
  const updates = (await listUpdates(trx, grant, [incidentId])).get(incidentId) ?? [];
  const notice = dueNotice(due, incident, now);
  await remind(trx, grant, { incident, updates, due }, now);
  const settled = due.map(({ kind, for_at }) => ({ kind, for_at, due_at: null }));
  if (settled.length > 0)
    await saveTimers(
      trx,
      grant,
      incidentId,
      settled.map((timer) => ({ ...timer, settled_for: timer.for_at })),
    );
  const timers = await loadTimers(trx, grant, incidentId);
  await planIncidentTimers(trx, grant, incident, timers, { updates, isNew: false });
  if (!notice || !isCurrent(notice, incident, now)) return [];
  const [complete] = await completeIncidents(trx, grant, [incident]);
  return complete ? [maintenanceNotice(complete, notice)] : [];
}

/** Sends what is due and records it in one transaction, so that nothing is sent twice. */
export async function fireTimers({
  status_page_id,
  incident_id,
}: Payloads["fire-timers"]): Promise<void> {
  const ctx = systemContext(database(), "fire-timers");
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  const fired = changeRecords(ctx, grant, async (trx) => {
    const events = await fire(trx, grant, incident_id);
    return { result: undefined, audit: null, events };
  });
  await fired.catch((error) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  });
}
