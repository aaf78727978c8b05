import type { Db } from "#db/index.ts";
import type { UserRow } from "#lib/users/queries.ts";

export async function insertSession(
  db: Db,
  values: { user_id: number; id_hash: Buffer; started_at: string },
): Promise<void> {
  await db.insertInto("sessions").values(values).execute();
}

/** A session's user and the id of its row. */
export type SessionRow = UserRow & { session_id: number };

/** A session that was neither ended nor began before `since`. */
export async function findSession(
  db: Db,
  idHash: Buffer,
  since: string,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .selectAll("u")
    .select("s.id as session_id")
    .where("s.id_hash", "=", idHash)
    .where("s.started_at", ">", since)
    .executeTakeFirst();
}

export async function deleteSession(db: Db, idHash: Buffer): Promise<void> {
  await db.deleteFrom("sessions").where("id_hash", "=", idHash).execute();
}

/** Of a user, what began before `since`. */
export async function deleteOldSessions(db: Db, userId: number, since: string): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("started_at", "<=", since)
    .execute();
}
