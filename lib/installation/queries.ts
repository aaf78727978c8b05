import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/auth/authorize.ts";

export async function findSecretCanary(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("installation").select("secret_canary").executeTakeFirst();
  return row?.secret_canary;
}

/** Of several processes at once the first one's is kept. */
export async function insertSecretCanary(db: Db, secret_canary: string): Promise<void> {
  await db
    .insertInto("installation")
    .values({ secret_canary })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function replaceSecretCanary(db: Db, secret_canary: string): Promise<void> {
  await db
    .insertInto("installation")
    .values({ secret_canary })
    .onConflict((conflict) => conflict.column("is_only").doUpdateSet({ secret_canary }))
    .execute();
}

/** The newest values that were sealed, of each kind. */
export async function listNewestSealed(db: Db, _grant: ProgramGrant): Promise<string[]> {
  const webhooks = db
    .selectFrom("webhooks")
    .select("secret_sealed as sealed")
    .orderBy("id", "desc")
    .limit(1);
  const integrations = db
    .selectFrom("integrations")
    .select("key_sealed as sealed")
    .where("key_sealed", "is not", null)
    .orderBy("id", "desc")
    .limit(1);
  const rows = (await Promise.all([webhooks.execute(), integrations.execute()])).flat();
  return rows.flatMap(({ sealed }) => (sealed === null ? [] : [sealed]));
}
