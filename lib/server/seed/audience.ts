import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { CHOICES } from "#lib/server/demo/explore.ts";

const SUBSCRIBERS = 48;
const UNCONFIRMED = 4;

/**
 * Inserts subscribers by e-mail. Their addresses are in a domain that is reserved for examples, so
 * that no mail can ever reach anyone.
 */
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
 * Inserts the log of what was sent about the updates of the last 21 days: events that are already
 * dispatched, so that nothing is sent, a message for each confirmed subscriber of one of the
 * incident's services, and a call of the webhook.
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
