import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockWebhook, updateWebhookRow } from "#lib/notifications/webhooks/queries.ts";
import type { WebhookTarget } from "#lib/notifications/webhooks/read.ts";
import { auditable, checkUrl } from "#lib/notifications/webhooks/rules.ts";
import type { UpdateWebhook, Webhook } from "#lib/notifications/webhooks/schema.ts";
import { serializeWebhook } from "#lib/notifications/webhooks/serialize.ts";
import { wireNow } from "#lib/platform/clock.ts";

/**
 * Changes the given fields of a webhook.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateWebhook(
  ctx: Context,
  target: WebhookTarget,
  input: UpdateWebhook,
): Promise<Webhook> {
  const grant = await authorize(ctx, "webhook.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const before = await lockWebhook(trx, grant, target.webhook_id);
    const { id } = before;
    checkUrl(input.url);
    const row = await updateWebhookRow(trx, grant, id, { ...input, updated_at: wireNow() });
    return {
      result: serializeWebhook(row),
      audit: {
        action: "webhook.update",
        subject_id: id,
        changes: auditable(input),
        before: auditable(serializeWebhook(before)),
      },
      events: [],
      was: { result: serializeWebhook(before), hidden: [before, row] },
    };
  });
}
