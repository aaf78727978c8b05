import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { CreateIncident } from "#lib/incidents/schema.ts";
import { dispatchEvent } from "#lib/server/worker/dispatch-event.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";

/** The events of a page, in the order in which they happened. */
export async function eventsOf(db: Db, status_page_id: number) {
  return db
    .selectFrom("events")
    .selectAll()
    .where("status_page_id", "=", status_page_id)
    .orderBy("id")
    .execute();
}

type DispatchJob = { event_ids: number[]; run_at: string };

/** The jobs that are to dispatch an event of these. */
export async function dispatchJobs(
  db: Db,
  events: readonly { id: number }[],
): Promise<DispatchJob[]> {
  const ids = events.map(({ id }) => id);
  const { rows } = await sql<DispatchJob & { payload: { event_ids: number[] } }>`
    select payload, run_at from graphile_worker._private_jobs as job
    where exists (
      select from json_array_elements_text(payload -> 'event_ids') as event
      where event::bigint = any(${ids}::bigint[])
    ) order by run_at, job.id`.execute(db);
  return rows.map(({ payload, run_at }) => ({ event_ids: payload.event_ids, run_at }));
}

/** Does what the jobs of these events do. */
export async function dispatch(events: readonly { id: number }[]): Promise<void> {
  await dispatchEvent({ event_ids: events.map(({ id }) => id) });
}

const TOLD = ["incident.created", "incident.updated", "incident.deleted"] as const;

/** An organization of one's own with a service, and what the specs do on its page. */
export async function stageOf(database: Db, listeners = 0) {
  const { id, page } = await mintOrganization(database);
  const ctx = systemContext(database, "test");
  const service = await mintService(database, page.id);
  const hooks: number[] = [];
  for (let n = 0; n < listeners; n++)
    hooks.push((await mintWebhook(database, page.id, { events: TOLD })).id);
  const input = { title: "Down", type: "major", service_ids: [service] };
  const open = async (fields: object = {}) => {
    const whole = parseInput(CreateIncident, { ...input, ...fields });
    return { ...page, incident_id: (await createIncident(ctx, page, whole)).id };
  };
  const deliveries = () =>
    database
      .selectFrom("webhook_deliveries")
      .select(["webhook_id", "event_id", "body", "message_id", "state"])
      .where("status_page_id", "=", page.id)
      .orderBy("webhook_id")
      .execute();
  return { id, page, ctx, hooks, open, deliveries, events: () => eventsOf(database, page.id) };
}
