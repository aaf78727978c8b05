import type { Db } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type Counts, countNotifications } from "#lib/notifications/ledger.queries.ts";
import { type LogRow, listLogRows, type Narrowed } from "#lib/notifications/log/queries.ts";
import {
  findEvent,
  listEventsAbout,
  listEventsFor,
  listNewsOf,
  tellingsOf,
} from "#lib/notifications/log/recipients.queries.ts";
import type { LogFilter, Logged, Told } from "#lib/notifications/log/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { maskUrl } from "#lib/platform/crypto/mask.ts";
import { maskedAddress, openAddress } from "#lib/subscribers/addresses.ts";

async function narrowed(db: Db, grant: PageGrant, filter: LogFilter): Promise<Narrowed | null> {
  const { event_id, subject, subscription_id } = filter;
  if (event_id !== undefined) {
    const event = await findEvent(db, grant, event_id);
    return event ? [event] : [];
  }
  if (subject !== undefined) return listEventsAbout(db, grant, subject);
  return subscription_id === undefined ? null : listEventsFor(db, grant, subscription_id);
}

function serialize(row: LogRow, told: Told | null, now: string): Logged {
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
    ...{ channel: channel ?? "email", reason, answer, address: maskedAddress(openAddress(row)) },
    is_unwanted: row.quarantine_kind === "unwanted",
    is_being_sent: state === "waiting" && claimed_until !== null && claimed_until > now,
  };
}

/**
 * What left the page, or will: messages to subscribers of the last 90 days, deliveries to webhooks
 * of the last 30, newest first. It is not counted.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listLog(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  filter: LogFilter,
): Promise<Listed<Logged>> {
  const grant = await authorize(ctx, "page.read", target);
  const events = await narrowed(ctx.db, grant, filter);
  const { rows, ...rest } = await listLogRows(ctx.db, grant, { slice, filter, events });
  const ids = new Set(rows.flatMap(({ event_id }) => event_id ?? []));
  const told = await tellingsOf(ctx.db, grant, [...ids]);
  const now = wireNow();
  return {
    ...rest,
    rows: rows.map((row) => serialize(row, told.get(row.event_id ?? 0) ?? null, now)),
  };
}

/** What an event tells, and what became of its messages; null: there is no such event any more. */
export async function readNews(
  ctx: Context,
  target: PageTarget,
  event_id: number,
): Promise<{ told: Told; counts: Counts } | null> {
  const grant = await authorize(ctx, "page.read", target);
  const [told, counts] = await Promise.all([
    tellingsOf(ctx.db, grant, [event_id]),
    countNotifications(ctx.db, grant, event_id),
  ]);
  const its = told.get(event_id);
  return its ? { told: its, counts } : null;
}

/** So many updates have their messages counted, the newest first. */
const COUNTED = 3;

export type UpdateNews = { event_id: number; counts: Counts | null };

/**
 * What became of the messages by which updates were told, by update; of older ones only by which
 * event they were.
 * @param subject `incident:42`
 */
export async function readNewsOf(
  ctx: Context,
  target: PageTarget,
  subject: string,
): Promise<Map<number, UpdateNews>> {
  const grant = await authorize(ctx, "page.read", target);
  const news = [...(await listNewsOf(ctx.db, grant, subject))];
  const all = await Promise.all(
    news.map(async ([update_id, event_id], index) => {
      const counts = index < COUNTED ? await countNotifications(ctx.db, grant, event_id) : null;
      return [update_id, { event_id, counts }] as const;
    }),
  );
  return new Map(all);
}
