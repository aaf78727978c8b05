/** Every way to reach a subscriber. */
export const SUBSCRIPTION_TYPES = [
  "email",
  "sms",
  "webhook",
  "slack",
  "discord",
  "teams",
  "google_chat",
  "mattermost",
  "zoom",
] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];
