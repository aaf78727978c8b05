import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";
import { PAGE_CHANGED, processId } from "#lib/page-cache/changes.ts";

/** What a verb that changes a page often needs of it. */
export type LockedPage = { settings: unknown };

/** Makes this transaction the page's only writer until it ends. */
export async function lockPage(trx: Trx, grant: PageGrant): Promise<LockedPage> {
  const page = await trx
    .selectFrom("status_pages")
    .select("settings")
    .where("id", "=", grant.status_page_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!page) throw notFound();
  return page;
}

export async function notifyPageChanged(trx: Trx, statusPageId: number): Promise<void> {
  await sql`select pg_notify(${PAGE_CHANGED}, ${`${statusPageId}:${processId}`})`.execute(trx);
}
