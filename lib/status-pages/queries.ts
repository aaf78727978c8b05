import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";
import { PAGE_CHANGED, processId } from "#lib/page-cache/changes.ts";

/** Makes this transaction the page's only writer until it ends. */
export async function lockPage(trx: Trx, grant: PageGrant): Promise<void> {
  const page = await trx.selectFrom("status_pages").select("id").where("id", "=", grant.status_page_id).forNoKeyUpdate().executeTakeFirst();
  if (!page) throw notFound();
}

export async function notifyPageChanged(trx: Trx, statusPageId: number): Promise<void> {
  await sql`select pg_notify(${PAGE_CHANGED}, ${`${statusPageId}:${processId}`})`.execute(trx);
}
