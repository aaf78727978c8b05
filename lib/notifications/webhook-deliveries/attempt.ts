import { earlierSecrets } from "#lib/core/transaction/rotated-secrets.ts";
import type { DeliveryRow } from "#lib/notifications/webhook-deliveries/queries.ts";
import type { WebhookRow } from "#lib/notifications/webhooks/queries.ts";
import type { Attempt } from "#lib/notifications/webhooks/schema.ts";
import { now, toWire } from "#lib/platform/clock.ts";
import { unseal } from "#lib/platform/crypto/seal.ts";
import { signedHeaders } from "#lib/platform/crypto/sign.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { log } from "#lib/platform/log.ts";

const TIMEOUT_MS = 15_000;
const KEPT_BYTES = 1_024;
const BODY_MS = 1_000;

export type Result = {
  attempt: Attempt;
  retry_after: string | undefined;
  isOurs: boolean;
};

function post(
  webhook: WebhookRow,
  { message_id, body }: DeliveryRow,
  time: Date,
  signal: AbortSignal,
) {
  const signed = signedHeaders(
    [unseal(webhook.secret_sealed), ...earlierSecrets(webhook, time)],
    { id: message_id, body },
    Math.floor(time.getTime() / 1_000),
  );
  const headers = { "content-type": "application/json", ...signed };
  return callHttp(webhook.url, {
    method: "POST",
    headers,
    body,
    timeout_ms: TIMEOUT_MS,
    max_bytes: KEPT_BYTES,
    body_ms: BODY_MS,
    signal,
  });
}

function failureOf(error: unknown, { id }: DeliveryRow) {
  if (error instanceof HttpError) {
    const { failure, detail } = error;
    return { error: failure, ...(detail && { detail }) };
  }
  log().error({ err: error, webhook_delivery_id: id }, "webhook delivery failed");
  return { error: "internal" as const };
}

export async function attemptDelivery(
  webhook: WebhookRow,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Result> {
  const time = now();
  const start = performance.now();
  const made = () => ({
    attempted_at: toWire(time),
    duration_ms: Math.round(performance.now() - start),
  });
  try {
    const { status, headers, body } = await post(webhook, delivery, time, signal);
    // PostgreSQL cannot store NUL.
    const answer = body.toString("utf8").replaceAll("\0", "\uFFFD");
    return {
      attempt: { ...made(), status, answer, error: null },
      retry_after: headers["retry-after"],
      isOurs: false,
    };
  } catch (error) {
    return {
      attempt: { ...made(), status: null, answer: null, ...failureOf(error, delivery) },
      retry_after: undefined,
      isOurs: error instanceof HttpError && error.isOurs,
    };
  }
}
