import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Webhooks } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export type WebhookRow = Selectable<Webhooks>;

export const {
  list: listWebhookRows,
  get: getWebhookRow,
  insert: insertWebhook,
  update: updateWebhookRow,
  remove: deleteWebhookRow,
} = pageRows("webhooks");

/** Concurrent deliveries may be added. @throws {AppError} `not_found` */
export async function lockWebhook(
  trx: Trx,
  grant: PageGrant,
  webhookId: number,
): Promise<WebhookRow> {
  const row = await trx
    .selectFrom("webhooks")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Deletes rotated secrets where none signs any more. */
export async function forgetEndedSecrets(db: Db, at: string): Promise<void> {
  for (const table of ["webhooks", "subscriptions"])
    await sql`
      update ${sql.table(table)} set earlier_secrets = '[]'
      where earlier_secrets <> '[]' and not exists (
        select from jsonb_array_elements(earlier_secrets) as earlier
        where earlier ->> 'until' > ${at})`.execute(db);
}
