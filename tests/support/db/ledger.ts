import type { Insertable } from "kysely";
import type { Db } from "#db/index.ts";
import type { Notifications } from "#db/types.ts";
import { newMessageId } from "#lib/core/events/event.ts";
import { wireNow } from "#lib/platform/clock.ts";

type News = { subject?: string; update_id?: number; inserted_at?: string };

/** An event that subscribers were told of, straight in the database. @returns its id */
export async function mintNews(
  db: Db,
  status_page_id: number,
  { subject = "incident:1", update_id = 1, inserted_at = wireNow() }: News = {},
): Promise<{ id: number; subject: string; inserted_at: string }> {
  const times = { inserted_at, due_at: inserted_at, dispatched_at: inserted_at };
  const { id } = await db
    .insertInto("events")
    .values({
      ...{ status_page_id, event: "incident.updated", subject, ...times },
      ...{ message_id: newMessageId(), payload: "{}", bytes: 2 },
      ...{ news_update_ids: [update_id], news_planned_at: inserted_at },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, subject, inserted_at };
}

type Message = Partial<Omit<Insertable<Notifications>, "status_page_id">>;

/** A message about it to a subscription, handed over unless told. */
export async function mintMessage(
  db: Db,
  status_page_id: number,
  news: { id: number; subject: string; inserted_at: string },
  subscription_id: number,
  columns: Message = {},
): Promise<void> {
  const { id: event_id, subject, inserted_at } = news;
  const state = columns.state ?? "handed_over";
  const due_at = state === "waiting" ? inserted_at : null;
  await db
    .insertInto("notifications")
    .values({
      ...{ status_page_id, event_id, subscription_id, subject, inserted_at, due_at },
      ...{ channel: "email", attempts: 1, state, ...columns },
    })
    .execute();
}
