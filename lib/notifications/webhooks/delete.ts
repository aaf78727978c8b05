import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { deleteWebhookRow } from "#lib/notifications/webhooks/queries.ts";
import type { WebhookTarget } from "#lib/notifications/webhooks/read.ts";
import { auditable } from "#lib/notifications/webhooks/rules.ts";

/**
 * Deletes a webhook with its secret and its deliveries; those that are still due are not made.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteWebhook(ctx: Context, target: WebhookTarget): Promise<void> {
  const grant = await authorize(ctx, "webhook.write", target);
  await changeRecords(ctx, grant, async (trx) => {
    const { id, url } = await deleteWebhookRow(trx, grant, target.webhook_id);
    return {
      result: undefined,
      audit: {
        action: "webhook.delete",
        subject_id: id,
        changes: auditable({ url }),
      },
      events: [],
    };
  });
}
