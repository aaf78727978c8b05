import type { SubscriptionType } from "#lib/channels/channel-types.ts";
import type { ChatType } from "#lib/channels/chats.ts";
import type { Settings } from "#lib/pages/schema.ts";

/** The setting that switches each kind of subscription on and off, wherever it would appear. */
const SWITCHES = {
  email: "subscribers_enabled",
  sms: "sms_notifications_enabled",
  webhook: "subscribers_enabled",
  slack: "chat_a_subscriptions_enabled",
  discord: "chat_b_notifications_enabled",
  teams: "chat_c_notifications_enabled",
  google_chat: "chat_d_notifications_enabled",
  mattermost: "chat_e_notifications_enabled",
  zoom: "chat_f_notifications_enabled",
} as const satisfies Record<SubscriptionType, keyof Settings>;

const CHATS: readonly ChatType[] = [
  "slack",
  "discord",
  "teams",
  "google_chat",
  "mattermost",
  "zoom",
];

/** Whether what is sent stands where others read it, too. */
export function isChat(type: SubscriptionType): boolean {
  return CHATS.some((chat) => chat === type);
}

type Switched = Pick<Settings, (typeof SWITCHES)[SubscriptionType]>;

/** Whether a page has a kind of subscription at all. */
export function isOffered(type: SubscriptionType, settings: Switched): boolean {
  return settings[SWITCHES[type]] === true;
}

/** The chats that a page lets visitors subscribe with. */
export function offeredChats(settings: Settings): ChatType[] {
  return CHATS.filter((type) => isOffered(type, settings));
}

/** How visitors can subscribe by themselves. */
export const CHANNELS = ["email", "sms", "chat", "webhook"] as const;
type Channel = (typeof CHANNELS)[number];

/**
 * The ways that a page offers, in the order in which they are shown.
 * @param canText whether it has an integration that sends texts
 */
export function offeredChannels(settings: Settings, canText: boolean): Channel[] {
  return CHANNELS.filter((channel) => {
    if (channel === "chat") return offeredChats(settings).length > 0;
    return isOffered(channel, settings) && (channel !== "sms" || canText);
  });
}
