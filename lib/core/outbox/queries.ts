import type { Insertable, Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Outbox } from "#db/types.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";

export type OutboxRow = Selectable<Outbox>;

export async function insertMessage(trx: Trx, values: Insertable<Outbox>): Promise<number> {
  const { id } = await trx
    .insertInto("outbox")
    .values(values)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Unsettled claims end at `until`. @returns undefined when it is not due, claimed or gone */
export async function claimMessage(
  db: Db,
  _grant: ProgramGrant,
  id: number,
  { now, until }: { now: string; until: string },
): Promise<OutboxRow | undefined> {
  return db
    .updateTable("outbox")
    .set((eb) => ({ claimed_until: until, attempts: eb("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("next_attempt_at", "<=", now)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]))
    .where(isAtHome("status_page_id"))
    .returningAll()
    .executeTakeFirst();
}

type Claimed = Pick<OutboxRow, "id" | "attempts">;

/** @param isSent deletes it even if another worker has claimed it since */
export async function deleteMessage(
  db: Db,
  _grant: ProgramGrant,
  { id, attempts }: Claimed,
  isSent: boolean,
): Promise<void> {
  const message = db.deleteFrom("outbox").where("id", "=", id);
  await (isSent ? message : message.where("attempts", "=", attempts)).execute();
}

/** @returns whether it was still claimed by this attempt */
export async function postponeMessage(
  trx: Trx,
  _grant: ProgramGrant,
  { id, attempts }: Claimed,
  { next_attempt_at, trouble }: Pick<OutboxRow, "next_attempt_at" | "trouble">,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("outbox")
    .set({ next_attempt_at, trouble, claimed_until: null })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listOverdue(
  db: Db,
  _grant: ProgramGrant,
  { by, now, limit }: { by: string; now: string; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("outbox")
    .select("id")
    .where("next_attempt_at", "<=", by)
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]))
    .where(isAtHome("status_page_id"))
    .orderBy("next_attempt_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
