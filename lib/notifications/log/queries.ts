import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import { type Keyset, type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import { SUBSCRIPTION_TYPES, type SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import {
  CALL_STATES,
  LOG_STATES,
  type LogFilter,
  type LogState,
} from "#lib/notifications/log/schema.ts";
import type { Attempt, Delivery } from "#lib/notifications/webhooks/schema.ts";

/** A message or a webhook delivery; `kind` decides which columns are set. */
export type LogRow = {
  kind: "message" | "webhook";
  id: number;
  inserted_at: string;
  /** 0 for webhooks, so that one sort order serves both. */
  event_key: number;
  event_id: number | null;
  state: LogState;
  attempts: number;
  due_at: string | null;
  channel: SubscriptionType | null;
  subscription_id: number | null;
  email: string | null;
  country_dial_code: string | null;
  phone_number: string | null;
  webhook_url: string | null;
  quarantine_kind: "dead" | "unwanted" | null;
  claimed_until: string | null;
  reason: string | null;
  answer: string | null;
  webhook_id: number | null;
  url: string | null;
  event: Delivery["event"] | null;
  last_attempt: Attempt | null;
};

export type EventFilter = { id: number; inserted_at: string }[];

type LogQuery = { slice: Slice; filter: LogFilter; events: EventFilter | null };

const NEWEST_FIRST: Order = {
  columns: ["inserted_at", "kind", "event_key", "id"],
  direction: "desc",
};

const and = (parts: RawBuilder<boolean>[]) => sql.join(parts, sql` and `);

/** Rows beyond the page bound, in one table's index order. */
function beyond(
  { after, before }: Slice,
  own: LogRow["kind"],
  keys: RawBuilder<unknown>,
): RawBuilder<boolean>[] {
  const bound: Keyset | undefined = before ?? after;
  if (!bound) return [];
  const [time, kind, event_key, id] = bound;
  const sign = sql.raw(before ? ">" : "<");
  if (own === kind) {
    const values = own === "message" ? [time, event_key, id] : [time, id];
    return [sql<boolean>`(${keys}) ${sign} (${sql.join(values)})`];
  }
  const isSameTimeBeyond = before ? own > String(kind) : own < String(kind);
  const included = isSameTimeBeyond ? sql.raw("=") : sql``;
  return [sql<boolean>`inserted_at ${sign}${included} ${time}::timestamptz`];
}

function within({ filter: { from, to }, events }: LogQuery): RawBuilder<boolean>[] {
  const times = events?.map(({ inserted_at }) => inserted_at);
  return [
    ...(from ? [sql<boolean>`inserted_at >= ${from}::timestamptz`] : []),
    ...(to ? [sql<boolean>`inserted_at < ${to}::timestamptz`] : []),
    ...(events
      ? [
          sql<boolean>`inserted_at = any(${times}::timestamptz[])`,
          sql<boolean>`event_id = any(${events.map(({ id }) => id)}::bigint[])`,
        ]
      : []),
  ];
}

const NO_CALL = sql`null::bigint as webhook_id, null::text as event, null::jsonb as last_attempt`;

function channelsOf({ channel, webhook_id }: LogFilter): SubscriptionType[] {
  if (webhook_id !== undefined || channel === "webhooks") return [];
  const own = SUBSCRIPTION_TYPES.filter((type) => type === channel);
  return own.length > 0 ? own : [...SUBSCRIPTION_TYPES];
}

/**
 * Messages to subscribers. Reads the newest of each state and channel, so that an index serves
 * each.
 */
function messages(page: number, asked: LogQuery): RawBuilder<unknown> {
  const { slice, filter } = asked;
  const states = LOG_STATES.filter((state) => [undefined, state].includes(filter.state));
  const direction = sql.raw(slice.before ? "asc" : "desc");
  const one = filter.subscription_id;
  const conditions = and([
    sql<boolean>`status_page_id = ${page}`,
    sql<boolean>`state = asked.state and channel = kinds.channel`,
    ...within(asked),
    ...beyond(slice, "message", sql`inserted_at, event_id, id`),
    ...(one === undefined ? [] : [sql<boolean>`subscription_id = ${one}`]),
  ]);
  return sql`
    select 'message' as kind, n.id, n.inserted_at, n.event_id as event_key, n.event_id, n.state,
      n.attempts, n.due_at, n.channel, n.subscription_id, n.claimed_until, n.reason, n.answer,
      ${NO_CALL}
    from unnest(${states}::text[]) as asked (state)
    cross join unnest(${channelsOf(filter)}::text[]) as kinds (channel)
    cross join lateral (
      select * from notifications where ${conditions}
      order by inserted_at ${direction}, event_id ${direction}, id ${direction}
      limit ${slice.limit + 1}
    ) as n`;
}

/** Webhook deliveries; reads the newest of each state. */
function calls(page: number, asked: LogQuery): RawBuilder<unknown> {
  const { slice, filter } = asked;
  const { channel = "webhooks", subscription_id, webhook_id } = filter;
  const isAsked = channel === "webhooks" && subscription_id === undefined;
  const states = Object.entries(CALL_STATES).filter(
    ([, state]) => isAsked && [undefined, state].includes(filter.state),
  );
  const direction = sql.raw(slice.before ? "asc" : "desc");
  const conditions = and([
    sql<boolean>`status_page_id = ${page} and state = asked.own`,
    ...within(asked),
    ...beyond(slice, "webhook", sql`inserted_at, id`),
    ...(webhook_id === undefined ? [] : [sql<boolean>`webhook_id = ${webhook_id}`]),
  ]);
  return sql`
    select 'webhook', d.id, d.inserted_at, 0, d.event_id, asked.state,
      jsonb_array_length(d.attempts), d.next_attempt_at, null, null, d.claimed_until, null, null,
      d.webhook_id, d.event, d.attempts -> -1
    from unnest(${states.map(([own]) => own)}::text[], ${states.map(([, state]) => state)}::text[])
      as asked (own, state)
    cross join lateral (
      select * from webhook_deliveries where ${conditions}
      order by inserted_at ${direction}, id ${direction} limit ${slice.limit + 1}
    ) as d`;
}

export async function listLogRows(
  db: Db,
  { status_page_id: page }: PageGrant,
  asked: LogQuery,
): Promise<Listed<LogRow>> {
  const { slice } = asked;
  const direction = sql.raw(slice.before ? "asc" : "desc");
  const entries = sql<LogRow>`(
    select entry.*, person.email, person.country_dial_code, person.phone_number,
      person.webhook_url, person.quarantine_kind, webhooks.url
    from (
      ${messages(page, asked)} union all ${calls(page, asked)}
      order by inserted_at ${direction}, kind ${direction}, event_key ${direction}, id ${direction}
      limit ${slice.limit + 1}
    ) as entry
    left join subscriptions as person
      on person.status_page_id = ${page} and person.id = entry.subscription_id
    left join webhooks on webhooks.status_page_id = ${page} and webhooks.id = entry.webhook_id)`;
  return readList(db, db.selectFrom(entries.as("entry")).selectAll(), slice, {
    order: NEWEST_FIRST,
    count: Promise.resolve(0),
    answer: (rows) => rows,
  });
}
