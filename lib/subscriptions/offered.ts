import type { Settings } from "#lib/status-pages/schema.ts";
import type { ChatType } from "#lib/subscriptions/chats.ts";

const SWITCHES = {
  slack: "chat_a_subscriptions_enabled",
  discord: "chat_b_notifications_enabled",
  teams: "chat_c_notifications_enabled",
  google_chat: "chat_d_notifications_enabled",
  mattermost: "chat_e_notifications_enabled",
  zoom: "chat_f_notifications_enabled",
} as const satisfies Record<ChatType, keyof Settings>;

/** The chats that a page lets visitors subscribe with. */
export function offeredChats(settings: Settings): ChatType[] {
  return (Object.keys(SWITCHES) as ChatType[]).filter((type) => settings[SWITCHES[type]]);
}

/** How visitors can subscribe by themselves: a webhook is offered where e-mail is. */
export const CHANNELS = ["email", "chat", "webhook"] as const;
type Channel = (typeof CHANNELS)[number];

/** The ways that a page offers, in the order in which they are shown. */
export function offeredChannels(settings: Settings): Channel[] {
  const { subscribers_enabled } = settings;
  const offered = {
    email: subscribers_enabled,
    chat: offeredChats(settings).length > 0,
    webhook: subscribers_enabled,
  };
  return CHANNELS.filter((channel) => offered[channel]);
}
