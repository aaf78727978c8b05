import type { SubscriptionType } from "#lib/channels/channel-types.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";

export const SUBSCRIPTION_STYLES = ["every_update", "living_message"] as const;
export type SubscriptionStyle = (typeof SUBSCRIPTION_STYLES)[number];

/** Kinds whose messages on one subject can be one message, thread or conversation. */
const LIVING: readonly SubscriptionType[] = ["email", "discord", "google_chat", "slack"];

export function canLive(type: SubscriptionType): boolean {
  return LIVING.includes(type);
}

/** How updates reach a subscriber; who did not choose has mails in conversations. */
export function styleOf({
  type,
  style,
}: Pick<SubscriptionRow, "type" | "style">): SubscriptionStyle {
  if (style !== null) return style as SubscriptionStyle;
  return type === "email" ? "living_message" : "every_update";
}
