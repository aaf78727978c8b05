import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import {
  deleteWebhookRow,
  getWebhookRow,
  insertWebhook,
  listWebhookRows,
  lockWebhook,
  updateWebhookRow,
  type WebhookRow,
} from "#lib/notifications/webhooks/queries.ts";
import {
  type CreateWebhook,
  MAX_WEBHOOKS,
  type NewWebhook,
  type UpdateWebhook,
  type Webhook,
} from "#lib/notifications/webhooks/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { namesRefusedTarget } from "#lib/platform/http/http.ts";

export function serializeWebhook({ id, url, events, enabled, ordered }: WebhookRow): Webhook {
  return { id, url, events, enabled, ordered };
}

/**
 * @throws {AppError} `invalid` for a private target; what a name resolves to shows at the attempt
 */
function checkUrl(url: string | undefined): void {
  if (url !== undefined && namesRefusedTarget(url))
    throw invalid({ url: [{ code: "private_target" }] });
}

/** Keeps only the host: webhook URLs often contain secrets. */
export function auditable({ url, ...fields }: Partial<UpdateWebhook>): object {
  return { ...fields, ...(url && { host: new URL(url).host }) };
}

export type WebhookTarget = PageTarget & { webhook_id: number };

export async function listWebhooks(ctx: Context, target: PageTarget): Promise<Webhook[]> {
  const grant = await authorize(ctx, "page.read", target);
  return (await listWebhookRows(ctx.db, grant)).map(serializeWebhook);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getWebhook(ctx: Context, target: WebhookTarget): Promise<Webhook> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeWebhook(await getWebhookRow(ctx.db, grant, target.webhook_id));
}

/**
 * Adds a webhook; only this response contains its secret.
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

/** Changes the given fields of a webhook. @throws {AppError} `not_found`, `forbidden`, `invalid` */
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

/**
 * Deletes a webhook with its secret and all deliveries.
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
