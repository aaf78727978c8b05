import { displayAddress } from "#lib/subscribers/addresses.ts";
import type { Subscription } from "#lib/subscribers/schema.ts";

/** Where a subscription goes; of a number, a webhook or a chat only how it ends. */
export function addressOf(subscription: Subscription): string {
  return displayAddress(subscription) ?? "–";
}
