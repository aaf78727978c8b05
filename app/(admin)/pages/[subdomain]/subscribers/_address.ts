import type { Subscription } from "#lib/subscriptions/schema.ts";

/** Where a subscription goes, as people write it; of a webhook or chat only the host. */
export function addressOf(subscription: Subscription): string {
  const { email, country_dial_code, phone_number, webhook_url } = subscription;
  if (email !== null) return email;
  if (phone_number !== null) return `+${country_dial_code ?? ""} ${phone_number}`;
  return webhook_url !== null && URL.canParse(webhook_url) ? new URL(webhook_url).host : "–";
}
