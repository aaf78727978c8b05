import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { RANKS } from "#lib/domains/certificates/queries.ts";

/** The key is sealed; times are wire times. */
type Uploaded = {
  chain: string;
  private_key: string;
  issuer: string | null;
  serial: string;
  not_before: string;
  not_after: string;
};

export async function putUploaded(
  trx: Trx,
  { status_page_id }: PageGrant,
  name: string,
  uploaded: Uploaded,
): Promise<void> {
  const values = { status_page_id, source: "uploaded", rank: RANKS.domain, ...uploaded };
  await trx
    .insertInto("certificates")
    .values({ name, ...values })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({
        ...values,
        error: null,
        attempts: 0,
        directory_url: null,
        renew_at: null,
        order_url: null,
        order_key: null,
        claimed_by: null,
        claimed_until: null,
        changed_at: sql<string>`now()`,
      }),
    )
    .execute();
}

/** Whether one was uploaded for the page's custom domain, in use or not. */
export async function hasUploaded(
  db: Db,
  { status_page_id }: PageGrant,
  name: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("certificates")
    .select("id")
    .where("name", "=", name)
    .where("status_page_id", "=", status_page_id)
    .where("source", "=", "uploaded")
    .executeTakeFirst();
  return found !== undefined;
}

/** @returns whether there was one */
export async function deleteUploaded(
  trx: Trx,
  { status_page_id }: PageGrant,
  name: string,
): Promise<boolean> {
  const gone = await trx
    .deleteFrom("certificates")
    .where("name", "=", name)
    .where("status_page_id", "=", status_page_id)
    .where("source", "=", "uploaded")
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}

/** Whether the page still has a name: one that it could not set up in time, others may have now. */
export async function hasName(
  trx: Trx,
  { status_page_id }: PageGrant,
  name: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom("addresses")
    .select("id")
    .where("status_page_id", "=", status_page_id)
    .where("name", "=", name)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether it is proven that the page's domain leads here, so that we may order for it. */
export async function isProven(
  trx: Trx,
  { status_page_id }: PageGrant,
  name: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom("domains")
    .select("id")
    .where("status_page_id", "=", status_page_id)
    .where("name", "=", name)
    .where("driver", "=", "edge")
    .where("proven_at", "is not", null)
    .where("phase", "in", ["configuring", "active"])
    .executeTakeFirst();
  return found !== undefined;
}
