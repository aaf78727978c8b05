import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import { insertWebhook, listWebhookRows } from "#lib/notifications/webhooks/queries.ts";
import { auditable, checkUrl } from "#lib/notifications/webhooks/rules.ts";
import {
  type CreateWebhook,
  MAX_WEBHOOKS,
  type NewWebhook,
} from "#lib/notifications/webhooks/schema.ts";
import { serializeWebhook } from "#lib/notifications/webhooks/serialize.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";

/**
 * Adds a webhook; its secret is returned only here.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createWebhook(
  ctx: Context,
  target: PageTarget,
  input: CreateWebhook,
): Promise<NewWebhook> {
  const grant = await authorize(ctx, "webhook.write", target);
  checkUrl(input.url);
  const { url, events, enabled = true, ordered = false } = input;
  return changeRecords(ctx, grant, async (trx) => {
    const page = await lockPage(trx, grant);
    assertBelowLimit(page, (await listWebhookRows(trx, grant)).length, MAX_WEBHOOKS);
    const secret = newSecret();
    const row = await insertWebhook(trx, grant, {
      url,
      events,
      enabled,
      ordered,
      secret_sealed: seal(secret),
    });
    return {
      result: { ...serializeWebhook(row), secret },
      audit: {
        action: "webhook.create",
        subject_id: row.id,
        changes: auditable(input),
      },
      events: [],
    };
  });
}
