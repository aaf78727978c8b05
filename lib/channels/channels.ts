import type { Channel } from "#lib/channels/channel.ts";
import type { SubscriptionType } from "#lib/channels/channel-types.ts";
import { discord } from "#lib/channels/discord.ts";
import { googleChat } from "#lib/channels/google-chat.ts";
import { mattermost } from "#lib/channels/mattermost.ts";
import { slack } from "#lib/channels/slack.ts";
import { esendex } from "#lib/channels/sms/esendex.ts";
import type { SmsMessage } from "#lib/channels/sms/message.ts";
import { twilio } from "#lib/channels/sms/twilio.ts";
import { teams } from "#lib/channels/teams.ts";
import { webhook } from "#lib/channels/webhook.ts";
import { zoom } from "#lib/channels/zoom.ts";

/** The channels that need nothing of the page's but the subscriber's own address. */
export const DIRECT: Record<Exclude<SubscriptionType, "email" | "sms">, Channel<object>> = {
  webhook,
  slack,
  discord,
  teams,
  google_chat: googleChat,
  mattermost,
  zoom,
};

/** What sends a page's SMS, by the name of its integration. */
export const SMS: Readonly<Record<string, Channel<SmsMessage>>> = { twilio, esendex };
