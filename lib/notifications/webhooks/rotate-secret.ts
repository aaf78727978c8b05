import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { assertAtMost } from "#lib/core/transaction/record-limits.ts";
import {
  lockWebhook,
  updateWebhookRow,
  type WebhookRow,
} from "#lib/notifications/webhooks/queries.ts";
import type { RotatedWebhook } from "#lib/notifications/webhooks/schema.ts";
import { serializeWebhook, type WebhookTarget } from "#lib/notifications/webhooks/webhooks.ts";
import { DAY_SECONDS, later, toWire, wireNow } from "#lib/platform/clock.ts";
import { seal, unseal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";

type EarlierSecret = { sealed: string; until: string };

/** Rotations within a day: each adds a signature to the header. */
const MAX_EARLIER = 5;

function earlierOf({ earlier_secrets }: WebhookRow, at: string): EarlierSecret[] {
  return (earlier_secrets as EarlierSecret[]).filter(({ until }) => until > at);
}

/** The secrets that sign at a time, newest first. @throws {Error} when the newest is lost */
export function secretsOf(webhook: WebhookRow, time: Date): string[] {
  const earlier = earlierOf(webhook, toWire(time)).map(({ sealed }) => unsealIfOurs(sealed));
  return [unseal(webhook.secret_sealed), ...earlier.filter((secret) => secret !== null)];
}

/**
 * Gives a webhook a new secret, which only this response contains. The one before also signs for a
 * day, so that receivers can change over.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` after many rotations within a day
 */
export async function rotateSecret(ctx: Context, target: WebhookTarget): Promise<RotatedWebhook> {
  const grant = await authorize(ctx, "webhook.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const before = await lockWebhook(trx, grant, target.webhook_id);
    const at = wireNow();
    const until = later(at, DAY_SECONDS);
    const earlier = [{ sealed: before.secret_sealed, until }, ...earlierOf(before, at)];
    assertAtMost(earlier.length, MAX_EARLIER);
    const secret = newSecret();
    const row = await updateWebhookRow(trx, grant, before.id, {
      secret_sealed: seal(secret),
      earlier_secrets: JSON.stringify(earlier),
      updated_at: at,
    });
    return {
      result: { ...serializeWebhook(row), secret, earlier_secret_until: until },
      audit: { action: "webhook.rotate_secret", subject_id: row.id },
      events: [],
    };
  });
}
