import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Db } from "#db/index.ts";
import type { Subscriptions } from "#db/types.ts";
import { SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { CreateIncident, PostUpdate } from "#lib/incidents/schema.ts";
import { countNotifications } from "#lib/notifications/ledger.queries.ts";
import { sendBatch, senders } from "#lib/notifications/send-batch.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { sealAddress } from "#lib/subscribers/addresses.ts";
import { dispatch, eventsOf } from "#tests/support/data/events.ts";
import { mintOrganization, mintService, type PageOptions } from "#tests/support/data/mint.ts";

/** Where mail of this process leaves; empty: it stays in the maildir. */
export function useSmtp(url: string): void {
  process.env.SMTP_URL = url;
  provideEnv({});
}

type Wanted = Partial<Omit<Insertable<Subscriptions>, "status_page_id">> & { services?: number[] };

/** A confirmed subscription, straight in the database; by e-mail to everything unless told. */
export async function subscriber(db: Db, status_page_id: number, wanted: Wanted = {}) {
  const { services = [], ...columns } = wanted;
  const email = `${randomUUID()}@example.com`;
  const address = columns.webhook_url || columns.phone_number ? {} : { email };
  const row = await db
    .insertInto("subscriptions")
    .values({
      status_page_id,
      type: "email",
      filter: services.length > 0 ? "services" : "all",
      confirmed_at: wireNow(),
      ...address,
      ...sealAddress(columns),
    })
    .returning(["id", "email"])
    .executeTakeFirstOrThrow();
  for (const service_id of services)
    await db
      .insertInto("subscription_services")
      .values({ status_page_id, subscription_id: row.id, service_id })
      .execute();
  return { id: row.id, email: row.email ?? "" };
}

/** Sends what is due on a page in this process, until nothing is under way. */
async function sendDue(status_page_id: number, due_at = wireNow()): Promise<void> {
  for (const channel of SUBSCRIPTION_TYPES) await sendBatch({ status_page_id, channel, due_at });
  await senders.settled();
}

/** A page of one's own with a service, and what happens there. */
export async function newsroom(db: Db, options: PageOptions = {}) {
  const minted = await mintOrganization(db, options);
  const { page } = minted;
  const ctx = systemContext(db, "test");
  const service = await mintService(db, page.id, { name: "Checkout" });
  const open = async (fields: object = {}) => {
    const base = { title: "Payments fail", type: "major", service_ids: [service] };
    const updates = [{ description: "We are looking into it.", notify: true }];
    const input = parseInput(CreateIncident, { ...base, updates, ...fields });
    return createIncident(ctx, page, input);
  };
  const post = (incident_id: number, fields: object = {}) => {
    const input = { description: "We know why.", type: "identified", notify: true, ...fields };
    return postUpdate(ctx, { ...page, incident_id }, parseInput(PostUpdate, input));
  };
  const plan = async () => dispatch(await eventsOf(db, page.id));
  const ledger = () =>
    db
      .selectFrom("notifications")
      .selectAll()
      .where("status_page_id", "=", page.id)
      .orderBy("event_id")
      .orderBy("subscription_id")
      .execute();
  const counts = async () => {
    const [grant, events] = [await authorizeJob(ctx, page.id), await eventsOf(db, page.id)];
    if (!grant) throw new Error("no page");
    return countNotifications(db, grant, events.at(-1)?.id ?? 0);
  };
  const subscribe = (wanted: Wanted = {}) => subscriber(db, page.id, wanted);
  const send = (due_at?: string) => sendDue(page.id, due_at);
  return { ...minted, ctx, service, open, post, plan, ledger, counts, subscribe, send };
}
