import type { Channel, SubscriptionType } from "#lib/channels/channel.ts";
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

export const DIRECT: Record<Exclude<SubscriptionType, "email" | "sms">, Channel<object>> = {
  webhook,
  slack,
  discord,
  teams,
  google_chat: googleChat,
  mattermost,
  zoom,
};

export const SMS: Readonly<Record<string, Channel<SmsMessage>>> = { twilio, esendex };
