import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Events } from "#db/types.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import type { EventName } from "#lib/core/events/event.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";

export type EventRow = Omit<Selectable<Events>, "payload" | "event"> & { event: EventName };

/** Wire times; dispatched at `due_at` at the earliest. */
type Values = {
  event: EventName;
  subject: string;
  update_id: number | null;
  news_update_ids: readonly number[] | null;
  social_update_ids: readonly number[] | null;
  notice: string | null;
  notice_for: string | null;
  message_id: string;
  payload: string;
  inserted_at: string;
  due_at: string;
};

/** Waits as long as an earlier held event of the record, so that listeners get them in order. */
export async function insertEvent(
  trx: Trx,
  grant: PageGrant,
  values: Values,
): Promise<{ id: number; due_at: string }> {
  const { status_page_id: page } = grant;
  const { event, subject, update_id, news_update_ids, social_update_ids } = values;
  const { notice, notice_for, message_id, payload, inserted_at, due_at } = values;
  const bytes = Buffer.byteLength(payload);
  const { rows } = await sql<{ id: number; due_at: string }>`
    insert into events (status_page_id, event, subject, update_id, news_update_ids,
      social_update_ids, notice, notice_for, message_id, payload, bytes, inserted_at, due_at)
    select ${page}, ${event}, ${subject}, ${update_id}::bigint, ${news_update_ids}::bigint[],
      ${social_update_ids}::bigint[], ${notice}::text, ${notice_for}::timestamptz, ${message_id}, ${payload}, ${bytes}::integer,
      ${inserted_at}::timestamptz, greatest(${due_at}::timestamptz, max(due_at))
    from events
    where status_page_id = ${page} and subject = ${subject}
      and dispatched_at is null and withdrawn_at is null
    returning id, due_at`.execute(trx);
  return rows[0] as { id: number; due_at: string };
}

const ROW = [
  "id",
  "status_page_id",
  "event",
  "subject",
  "update_id",
  "news_update_ids",
  "social_update_ids",
  "social_ordered_at",
  "social_post_id",
  "news_planned_at",
  "news_done_at",
  "notice",
  "notice_for",
  "message_id",
  "bytes",
  "inserted_at",
  "due_at",
  "withdrawn_at",
  "began_at",
  "dispatched_at",
] as const;

/** @returns undefined when it was withdrawn or dispatched, or is gone; else it no longer can be */
export async function beginDispatch(
  db: Db,
  _grant: ProgramGrant,
  id: number,
  now: string,
): Promise<EventRow | undefined> {
  const row = await db
    .updateTable("events")
    .set((eb) => ({ began_at: eb.fn.coalesce("began_at", eb.val(now)) }))
    .where("id", "=", id)
    .where("withdrawn_at", "is", null)
    .where("dispatched_at", "is", null)
    .where(isAtHome("status_page_id"))
    .returning(ROW)
    .executeTakeFirst();
  return row as EventRow | undefined;
}

export async function finishDispatch(
  db: Db,
  _grant: ProgramGrant,
  { id }: EventRow,
  now: string,
): Promise<void> {
  await db.updateTable("events").set({ dispatched_at: now }).where("id", "=", id).execute();
}

export async function listUndispatched(
  db: Db,
  _grant: ProgramGrant,
  { from, until, limit }: { from: string; until: string; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("events")
    .select("id")
    .where("due_at", ">=", from)
    .where("due_at", "<", until)
    .where("dispatched_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where(isAtHome("status_page_id"))
    .orderBy("due_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

function heldOf(trx: Trx, grant: PageGrant, subject: string, now: string) {
  return trx
    .selectFrom("events")
    .select(["id", "event", "update_id"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("subject", "=", subject)
    .where("due_at", ">", now)
    .where("began_at", "is", null)
    .where("withdrawn_at", "is", null);
}

type HeldPayload = { id: number; event: EventName; payload: string };

/** Locks the held events, so that their dispatch cannot begin before the transaction ends. */
export async function lockHeldPayloads(
  trx: Trx,
  grant: PageGrant,
  subject: string,
  now: string,
): Promise<HeldPayload[]> {
  const held = heldOf(trx, grant, subject, now).select("payload").orderBy("id");
  return held.forUpdate().execute();
}

export async function setPayload(
  trx: Trx,
  _grant: PageGrant,
  id: number,
  payload: string,
): Promise<void> {
  const bytes = Buffer.byteLength(payload);
  await trx.updateTable("events").set({ payload, bytes }).where("id", "=", id).execute();
}

/** Locks the event, so that its dispatch cannot begin before the transaction ends. */
export async function isHeld(
  trx: Trx,
  grant: PageGrant,
  subject: string,
  updateId: number,
  now: string,
): Promise<boolean> {
  const held = heldOf(trx, grant, subject, now).where("update_id", "=", updateId);
  return (await held.orderBy("id").forUpdate().execute()).length > 0;
}

/** Whether nobody has heard of the record yet. Locks its first event against dispatch. */
export async function isFirstHeld(
  trx: Trx,
  grant: PageGrant,
  subject: string,
  now: string,
): Promise<boolean> {
  const first = heldOf(trx, grant, subject, now).where("event", "in", [
    "incident.created",
    "info_notice.created",
  ]);
  return (await first.forUpdate().execute()).length > 0;
}

/** @returns the withdrawn events, oldest first */
export async function withdrawHeld(
  trx: Trx,
  grant: PageGrant,
  subject: string,
  now: string,
  updateId?: number,
): Promise<{ id: number; event: EventName; update_id: number | null }[]> {
  const all = heldOf(trx, grant, subject, now).orderBy("id").forUpdate();
  const held = updateId === undefined ? all : all.where("update_id", "=", updateId);
  const rows = await held.execute();
  if (rows.length === 0) return [];
  await trx
    .updateTable("events")
    .set({ withdrawn_at: now })
    .where(({ eb }) =>
      eb(
        "id",
        "in",
        rows.map(({ id }) => id),
      ),
    )
    .execute();
  return rows;
}

/** Whether listeners hear of the update, or of anything after an event of the record. */
export async function hasUnwithdrawn(
  trx: Trx,
  grant: PageGrant,
  subject: string,
  sinceId: number,
  updateId: number,
): Promise<boolean> {
  const found = await trx
    .selectFrom("events")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("subject", "=", subject)
    .where("withdrawn_at", "is", null)
    .where((eb) => eb.or([eb("id", ">", sinceId), eb("update_id", "=", updateId)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
