import type { SubscriptionType } from "#lib/channels/channel.ts";

export const SUBSCRIPTION_STYLES = ["every_update", "living_message"] as const;
export type SubscriptionStyle = (typeof SUBSCRIPTION_STYLES)[number];

/** Types that can group messages on a subject into one message, thread or conversation. */
const THREADED: readonly SubscriptionType[] = ["email", "discord", "google_chat", "slack"];

export function canThread(type: SubscriptionType): boolean {
  return THREADED.includes(type);
}

/** The default groups e-mails into conversations. */
export function styleOf({
  type,
  style,
}: {
  type: SubscriptionType;
  style: string | null;
}): SubscriptionStyle {
  if (style !== null) return style as SubscriptionStyle;
  return type === "email" ? "living_message" : "every_update";
}

/** Only who asked for one conversation: a kept subject does not say what is true now. */
export function keepsSubjects({ type, style }: { type: SubscriptionType; style: string | null }) {
  return type === "email" && style === "living_message";
}
