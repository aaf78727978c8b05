import type { Insertable, Selectable, Updateable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Webhooks } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";

export type WebhookRow = Selectable<Webhooks>;

export async function listWebhookRows(db: Db, grant: PageGrant): Promise<WebhookRow[]> {
  return db.selectFrom("webhooks").selectAll().where("status_page_id", "=", grant.status_page_id).orderBy("id").execute();
}

/** @throws {AppError} `not_found` */
export async function getWebhookRow(db: Db, grant: PageGrant, webhookId: number): Promise<WebhookRow> {
  const row = await db
    .selectFrom("webhooks")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", webhookId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** @throws {AppError} `not_found` */
export async function lockWebhook(trx: Trx, grant: PageGrant, webhookId: number): Promise<WebhookRow> {
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

export async function insertWebhook(trx: Trx, grant: PageGrant, values: Omit<Insertable<Webhooks>, "status_page_id">): Promise<WebhookRow> {
  return trx
    .insertInto("webhooks")
    .values({ ...values, status_page_id: grant.status_page_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateWebhookRow(trx: Trx, grant: PageGrant, webhookId: number, values: Updateable<Webhooks>): Promise<WebhookRow> {
  return trx
    .updateTable("webhooks")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", webhookId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteWebhookRow(trx: Trx, grant: PageGrant, webhookId: number): Promise<void> {
  await trx.deleteFrom("webhooks").where("status_page_id", "=", grant.status_page_id).where("id", "=", webhookId).execute();
}
