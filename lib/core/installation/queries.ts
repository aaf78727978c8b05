import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";

export async function findSecretCanary(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("installation").select("secret_canary").executeTakeFirst();
  return row?.secret_canary;
}

/** The first of concurrent processes wins. */
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

/** Their keys cannot be opened any more. */
export async function forgetIssuedCertificates(trx: Trx): Promise<void> {
  const at = sql<string>`now()`;
  const nothing = { chain: null, private_key: null, order_url: null, order_key: null };
  await trx
    .updateTable("certificates")
    .set({ ...nothing, renew_at: null, due_at: at, changed_at: at })
    .where("source", "=", "acme")
    .execute();
}

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
