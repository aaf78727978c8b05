import type { Selectable } from "kysely";
import type { Trx } from "#db/index.ts";
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
