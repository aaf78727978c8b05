import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";

type KeptAnswer = { request_hash: Buffer; status: number; body: string };

/** Locks the record at this path against other conditional changes until the transaction ends. */
export async function lockRecord(trx: Trx, path: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${path}, 0))`.execute(trx);
}

const KEPT_HOURS = 24;

export async function findAnswer(
  db: Db,
  apiKeyId: number,
  key: string,
): Promise<KeptAnswer | undefined> {
  return db
    .selectFrom("idempotency_keys")
    .select(["request_hash", "status", "body"])
    .where("api_key_id", "=", apiKeyId)
    .where("key", "=", key)
    .where("inserted_at", ">", sql<string>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .executeTakeFirst();
}

/** Replaces an expired answer; a newer one makes the transaction fail. */
export async function insertAnswer(
  trx: Trx,
  apiKeyId: number,
  key: string,
  answer: KeptAnswer,
): Promise<void> {
  await trx
    .deleteFrom("idempotency_keys")
    .where("api_key_id", "=", apiKeyId)
    .where("key", "=", key)
    .where("inserted_at", "<=", sql<string>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .execute();
  await trx
    .insertInto("idempotency_keys")
    .values({ api_key_id: apiKeyId, key, ...answer })
    .execute();
}

export async function deleteExpiredAnswers(db: Db): Promise<void> {
  await db
    .deleteFrom("idempotency_keys")
    .where("inserted_at", "<=", sql<string>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .execute();
}
