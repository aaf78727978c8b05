import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getWebhookRow, listWebhookRows } from "#lib/notifications/webhooks/queries.ts";
import type { Webhook } from "#lib/notifications/webhooks/schema.ts";
import { serializeWebhook } from "#lib/notifications/webhooks/serialize.ts";

export type WebhookTarget = PageTarget & { webhook_id: number };

/** All webhooks of the page by `id`. */
export async function listWebhooks(ctx: Context, target: PageTarget): Promise<Webhook[]> {
  const grant = await authorize(ctx, "page.read", target);
  return (await listWebhookRows(ctx.db, grant)).map(serializeWebhook);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getWebhook(ctx: Context, target: WebhookTarget): Promise<Webhook> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeWebhook(await getWebhookRow(ctx.db, grant, target.webhook_id));
}
