import type { Insertable, Selectable } from "kysely";
import type { Db } from "#db/index.ts";
import type { SecondSteps } from "#db/types.ts";

export async function insertStep(db: Db, values: Insertable<SecondSteps>): Promise<void> {
  await db.insertInto("second_steps").values(values).execute();
}

export async function findStep(
  db: Db,
  tokenHash: Buffer,
  now: string,
): Promise<Selectable<SecondSteps> | undefined> {
  return db
    .selectFrom("second_steps")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Takes a step. @returns whether it was there: of several at once, one has it */
export async function deleteStep(db: Db, tokenHash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom("second_steps")
    .where("token_hash", "=", tokenHash)
    .returning("token_hash")
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteExpiredSteps(db: Db, now: string): Promise<void> {
  await db.deleteFrom("second_steps").where("expires_at", "<=", now).execute();
}
