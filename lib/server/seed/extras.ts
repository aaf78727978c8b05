import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { insertIncidentTemplate } from "#lib/incidents/templates/queries.ts";
import { insertWebhook } from "#lib/notifications/webhooks/queries.ts";
import { DAY_SECONDS, fromWire } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";
import { ACCESS_GROUP, CHOICES, METRICS, TEMPLATES, WEBHOOK } from "#lib/server/demo/services.ts";
import { insertAccessGroup } from "#lib/services/access-groups/queries.ts";
import { setLinks } from "#lib/services/links.queries.ts";
import { saveEntries } from "#lib/services/metric-entries/record.ts";
import { splitByAge } from "#lib/services/metric-entries/rules.ts";
import { insertMetric } from "#lib/services/metrics/queries.ts";

const SUBSCRIBERS = 48;
const UNCONFIRMED = 4;

/** Addresses use a reserved domain, so that no mail can reach anyone. */
export async function writeSubscribers(
  trx: Trx,
  { status_page_id }: PageGrant,
  idOf: (name: string) => number,
  inserted_at: string,
): Promise<void> {
  const choiceOf = (index: number) => CHOICES[index % CHOICES.length] ?? [];
  const rows = Array.from({ length: SUBSCRIBERS }, (_, index) => ({
    status_page_id,
    type: "email" as const,
    email: `demo-${String(index + 1).padStart(2, "0")}@subscriber.example`,
    filter: choiceOf(index).length > 0 ? ("services" as const) : ("all" as const),
    locale: index % 3 === 0 ? "de" : "en",
    metadata: JSON.stringify({ demo: true }),
    confirmed_at: index < SUBSCRIBERS - UNCONFIRMED ? inserted_at : null,
    inserted_at,
    updated_at: inserted_at,
  }));
  const inserted = await trx.insertInto("subscriptions").values(rows).returning("id").execute();
  const links = inserted.flatMap(({ id }, index) =>
    choiceOf(index).map((name) => ({
      status_page_id,
      subscription_id: id,
      service_id: idOf(name),
    })),
  );
  await trx.insertInto("subscription_services").values(links).execute();
}

/**
 * Inserts the delivery log of the last 21 days. All events are marked as dispatched, so nothing is
 * sent.
 */
export async function writeDeliveries(
  trx: Trx,
  { status_page_id: page }: PageGrant,
  webhook_id: number,
  now: string,
): Promise<void> {
  await sql`
    with told as (
      insert into events (status_page_id, event, subject, update_id, news_update_ids, message_id,
        payload, bytes, inserted_at, due_at, dispatched_at, news_planned_at, news_done_at)
      select ${page}, 'incident.updated', 'incident:' || incident_id, id, array[id],
        'msg_demo' || id, '{"demo":true}', 13, posted_at, posted_at, posted_at, posted_at, posted_at
      from incident_updates
      where status_page_id = ${page} and posted_at > ${now}::timestamptz - interval '21 days'
        and posted_at <= ${now}::timestamptz
      returning id, subject, message_id, inserted_at
    ), calls as (
      insert into webhook_deliveries (status_page_id, webhook_id, event_id, message_id, event,
        state, attempts, inserted_at)
      select ${page}, ${webhook_id}, id, message_id, 'incident.updated', 'delivered',
        jsonb_build_array(jsonb_build_object(
          'attempted_at', to_char(inserted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'),
          'status', 200, 'duration_ms', 80 + id % 90, 'answer', 'ok (demo)', 'error', null)),
        inserted_at
      from told
    )
    insert into notifications (status_page_id, event_id, subscription_id, subject, channel, state,
      attempts, answer, settled_at, inserted_at)
    select ${page}, told.id, listener.id, told.subject, listener.type, 'handed_over', 1,
      '250 accepted (demo)', told.inserted_at + interval '4 seconds', told.inserted_at
    from told cross join subscriptions as listener
    where listener.status_page_id = ${page} and listener.confirmed_at is not null
      and (listener.filter = 'all' or exists (
        select from subscription_services as chosen
        join incident_services as affected using (status_page_id, service_id)
        where chosen.status_page_id = ${page} and chosen.subscription_id = listener.id
          and told.subject = 'incident:' || affected.incident_id))`.execute(trx);
}

const METRIC_DAYS = 30;
const METRIC_STEP_SECONDS = 30 * 60;

/** Deterministic, 0 to 1. */
function noise(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

/** A shop's load: 0 at night, 1 in the afternoon. `time` in Unix seconds. */
function loadAt(time: number): number {
  return (1 - Math.cos((2 * Math.PI * (time - 3 * 3_600)) / DAY_SECONDS)) / 2;
}

/** One point per half hour of the last month. */
export async function writeMetrics(trx: Trx, grant: PageGrant, now: string): Promise<void> {
  const now_s = Math.floor(fromWire(now).epochMilliseconds / 1_000);
  const count = (METRIC_DAYS * DAY_SECONDS) / METRIC_STEP_SECONDS;
  for (const [place, { valueAt, ...columns }] of METRICS.entries()) {
    const { id } = await insertMetric(trx, grant, { ...columns, order: place + 1 });
    const entries = Array.from({ length: count }, (_, index) => {
      const time = now_s - index * METRIC_STEP_SECONDS;
      return { time, value: valueAt(loadAt(time), noise(index + 10_000 * place)) };
    });
    await saveEntries(trx, grant, id, splitByAge(entries, now_s));
  }
}

/** @returns the webhook's id */
export async function writeTools(
  trx: Trx,
  grant: PageGrant,
  idOf: (name: string) => number,
): Promise<number> {
  for (const { services, ...columns } of TEMPLATES) {
    const { id } = await insertIncidentTemplate(trx, grant, columns);
    await setLinks(trx, grant, "incident_template", id, services.map(idOf));
  }
  const { name, services } = ACCESS_GROUP;
  const group = await insertAccessGroup(trx, grant, { name });
  await setLinks(trx, grant, "access_group", group.id, services.map(idOf));
  const secret_sealed = seal(newSecret());
  return (await insertWebhook(trx, grant, { ...WEBHOOK, secret_sealed })).id;
}
