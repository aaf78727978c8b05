import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import { now } from "#lib/platform/clock.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { type Outcome, retryAfter_s } from "#lib/platform/http/provider-calls.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";

const TIMEOUT_MS = 15_000;
const READ_BYTES = 1_024;
// Those that do not say that the receiver is gone: too busy, or in trouble itself.
const MOMENTARY = [408, 425, 429];

type Ask = { event: "confirm" | "manage"; url: string };

function bodyOf(page: Addressed, { event, url }: Ask): string {
  const object = { type: "subscription", page: pageUrl(page), [`${event}_url`]: url };
  return JSON.stringify({ event: `subscription.${event}`, data: { object } });
}

/**
 * Sends a confirmation link to the webhook itself: reading it proves control of the address. Not
 * signed, since the receiver has no secret yet.
 */
export async function askReceiver(
  { grant, subscription }: { grant: Addressed; subscription: SubscriptionRow },
  message_id: string,
  ask: Ask,
): Promise<Outcome> {
  const { webhook_url } = subscription;
  if (webhook_url === null) return { outcome: "never_again", reason: "no address" };
  try {
    const { status, headers } = await callHttp(webhook_url, {
      method: "POST",
      headers: { "content-type": "application/json", "webhook-id": `msg_${message_id}` },
      body: bodyOf(grant, ask),
      timeout_ms: TIMEOUT_MS,
      max_bytes: READ_BYTES,
    });
    if (status >= 200 && status < 300) return { outcome: "delivered", channel: "webhook" };
    const isMomentary = status >= 500 || MOMENTARY.includes(status);
    const reason = `status ${status}`;
    if (!isMomentary) return { outcome: "never_again", reason };
    const after_s = retryAfter_s(headers["retry-after"], now());
    return { outcome: "try_again", reason, after_s };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const isRefused = error.failure === "address_refused";
    return { outcome: isRefused ? "never_again" : "try_again", reason: error.failure };
  }
}
