import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { rotatedSecret } from "#lib/core/transaction/rotated-secrets.ts";
import { lockWebhook, updateWebhookRow } from "#lib/notifications/webhooks/queries.ts";
import type { RotatedWebhook } from "#lib/notifications/webhooks/schema.ts";
import { serializeWebhook, type WebhookTarget } from "#lib/notifications/webhooks/webhooks.ts";
import { wireNow } from "#lib/platform/clock.ts";

/**
 * Gives a webhook a new secret, which only this response contains.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` after many rotations within a day
 */
export async function rotateSecret(ctx: Context, target: WebhookTarget): Promise<RotatedWebhook> {
  const grant = await authorize(ctx, "webhook.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const before = await lockWebhook(trx, grant, target.webhook_id);
    const { columns, ...shown } = rotatedSecret(before, wireNow());
    const row = await updateWebhookRow(trx, grant, before.id, columns);
    return {
      result: { ...serializeWebhook(row), ...shown },
      audit: { action: "webhook.rotate_secret", subject_id: row.id },
      events: [],
    };
  });
}
