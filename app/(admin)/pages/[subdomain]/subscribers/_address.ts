import type { Subscription } from "#lib/subscribers/schema.ts";
import { shownAddress } from "#lib/subscribers/shown.ts";

/** Where a subscription goes; of a number, a webhook or a chat only how it ends. */
export function addressOf(subscription: Subscription): string {
  return shownAddress(subscription) ?? "–";
}
