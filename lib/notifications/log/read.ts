import type { Db } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type Counts, countNotifications } from "#lib/notifications/ledger.queries.ts";
import {
  findEvent,
  listEventSubjects,
  listEventsAbout,
  listEventsFor,
  listUpdateEvents,
} from "#lib/notifications/log/events.queries.ts";
import { type EventFilter, type LogRow, listLogRows } from "#lib/notifications/log/queries.ts";
import type { EventSubject, LogFilter, Logged } from "#lib/notifications/log/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { maskUrl } from "#lib/platform/crypto/mask.ts";
import { displayAddress, openAddress } from "#lib/subscribers/addresses.ts";

async function eventFilter(
  db: Db,
  grant: PageGrant,
  filter: LogFilter,
): Promise<EventFilter | null> {
  const { event_id, subject, subscription_id } = filter;
  if (event_id !== undefined) {
    const event = await findEvent(db, grant, event_id);
    return event ? [event] : [];
  }
  if (subject !== undefined) return listEventsAbout(db, grant, subject);
  return subscription_id === undefined ? null : listEventsFor(db, grant, subscription_id);
}

function serialize(row: LogRow, told: EventSubject | null, now: string): Logged {
  const { id, inserted_at, state, attempts, due_at } = row;
  const common = { id, inserted_at, state, attempts, due_at, told };
  if (row.kind === "webhook") {
    const { webhook_id, url, event, last_attempt } = row;
    return {
      ...{
        ...common,
        kind: "webhook",
        webhook_id: webhook_id ?? 0,
        url: (url && maskUrl(url)) ?? "",
      },
      ...{ event: event ?? "webhook.test", last_attempt },
    };
  }
  const { event_key: event_id, subscription_id, channel, reason, answer, claimed_until } = row;
  return {
    ...{ ...common, kind: "message", event_id, subscription_id: subscription_id ?? 0 },
    ...{ channel: channel ?? "email", reason, answer, address: displayAddress(openAddress(row)) },
    is_unwanted: row.quarantine_kind === "unwanted",
    is_being_sent: state === "waiting" && claimed_until !== null && claimed_until > now,
  };
}

/**
 * Lists messages of the last 90 days and webhook deliveries of the last 30, newest first.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listLog(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  filter: LogFilter,
): Promise<Listed<Logged>> {
  const grant = await authorize(ctx, "page.read", target);
  const events = await eventFilter(ctx.db, grant, filter);
  const { rows, ...rest } = await listLogRows(ctx.db, grant, { slice, filter, events });
  const ids = new Set(rows.flatMap(({ event_id }) => event_id ?? []));
  const told = await listEventSubjects(ctx.db, grant, [...ids]);
  const now = wireNow();
  return {
    ...rest,
    rows: rows.map((row) => serialize(row, told.get(row.event_id ?? 0) ?? null, now)),
  };
}

/** @returns an event's subject and message counts; null: no such event */
export async function readEventLog(
  ctx: Context,
  target: PageTarget,
  event_id: number,
): Promise<{ told: EventSubject; counts: Counts } | null> {
  const grant = await authorize(ctx, "page.read", target);
  const [told, counts] = await Promise.all([
    listEventSubjects(ctx.db, grant, [event_id]),
    countNotifications(ctx.db, grant, event_id),
  ]);
  const its = told.get(event_id);
  return its ? { told: its, counts } : null;
}

/** Only the newest updates get their messages counted. */
const COUNTED = 3;

export type UpdateLog = { event_id: number; counts: Counts | null };

export async function readUpdateLogs(
  ctx: Context,
  target: PageTarget,
  subject: string,
): Promise<Map<number, UpdateLog>> {
  const grant = await authorize(ctx, "page.read", target);
  const news = [...(await listUpdateEvents(ctx.db, grant, subject))];
  const all = await Promise.all(
    news.map(async ([update_id, event_id], index) => {
      const counts = index < COUNTED ? await countNotifications(ctx.db, grant, event_id) : null;
      return [update_id, { event_id, counts }] as const;
    }),
  );
  return new Map(all);
}
