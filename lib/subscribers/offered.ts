import {
  type ChatType,
  isChat,
  SUBSCRIPTION_TYPES,
  type SubscriptionType,
} from "#lib/channels/channel.ts";
import type { Settings } from "#lib/pages/schema.ts";

/** The setting that enables each type everywhere. */
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

type Switched = Pick<Settings, (typeof SWITCHES)[SubscriptionType]>;

export function isOffered(type: SubscriptionType, settings: Switched): boolean {
  return settings[SWITCHES[type]] === true;
}

type Access = { draft: boolean; member_restricted: boolean; restricted_ips: string | null };

/** Everybody may read an open page, so nobody is sent a link that they cannot use. */
export function mayAskToChoose(
  { draft, member_restricted, restricted_ips }: Access,
  settings: Settings,
): boolean {
  return !draft && !member_restricted && !restricted_ips && isOffered("email", settings);
}

export function offeredChats(settings: Settings): ChatType[] {
  return SUBSCRIPTION_TYPES.filter(isChat).filter((type) => isOffered(type, settings));
}

export const CHANNELS = ["email", "sms", "chat", "webhook"] as const;
type Channel = (typeof CHANNELS)[number];

/**
 * The channels that a page offers, in display order.
 * @param canText whether the page has an SMS integration
 */
export function offeredChannels(settings: Settings, canText: boolean): Channel[] {
  return CHANNELS.filter((channel) => {
    if (channel === "chat") return offeredChats(settings).length > 0;
    return isOffered(channel, settings) && (channel !== "sms" || canText);
  });
}
