import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { remembered } from "#lib/core/access/memory.ts";
import type { Role } from "#lib/core/access/permissions.ts";

export type KeyOwner = {
  id: number;
  user_id: number | null;
  organization_id: number | null;
  role: Role | null;
};

const rememberKey = remembered<KeyOwner>();

/** The unrevoked key with this hash. */
export async function findKey(db: Db, tokenHash: Buffer): Promise<KeyOwner | undefined> {
  const find = () =>
    db
      .selectFrom("api_keys")
      .select(["id", "user_id", "organization_id", "role"])
      .where("token_hash", "=", tokenHash)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
  return rememberKey(tokenHash.toString("base64"), find, ({ user_id, organization_id }) => ({
    user_id,
    organization_id,
  }));
}

/** Notes the use of a key, at most once a minute. */
export async function touchKey(db: Db, id: number): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at: sql<string>`date_trunc('second', now())` })
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb("last_used_at", "is", null),
        eb("last_used_at", "<", sql<string>`now() - interval '1 minute'`),
      ]),
    )
    .execute();
}
