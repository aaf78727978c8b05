import type { Db } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { recognizeChat } from "#lib/channels/chat-addresses.ts";
import { SMS } from "#lib/channels/registry.ts";
import { isDialCodeAllowed } from "#lib/channels/sms/limits.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { findEnabledIntegration } from "#lib/pages/integrations/queries.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import { namesRefusedTarget } from "#lib/platform/http/http.ts";
import { parseNumber } from "#lib/subscribers/normal-addresses.ts";
import { isOffered, offeredChannels, offeredChats } from "#lib/subscribers/offered.ts";
import type { Subscribe } from "#lib/subscribers/sign-up/schema.ts";

export async function hasSms(db: Db, grant: PageGrant, settings: Settings): Promise<boolean> {
  return (
    isOffered("sms", settings) && !!(await findEnabledIntegration(db, grant, Object.keys(SMS)))
  );
}

export type SignUpAddress = {
  type: SubscriptionType;
  /** A number is its country code, a space and the rest. */
  address: string;
  secret: string | null;
};

function refused(field: keyof Subscribe, code: FieldErrors[string][number]["code"]) {
  return invalid({ [field]: [{ code }] });
}

function parseChat(
  { zoom_token }: Subscribe,
  address: string,
  settings: Settings,
  field: "chat_url" | "webhook_url",
): SignUpAddress {
  const type = recognizeChat(address);
  if (type === "retired_teams") throw refused(field, "retired_teams");
  if (type === null || namesRefusedTarget(address)) throw refused(field, "unknown_chat");
  if (!offeredChats(settings).includes(type)) throw refused(field, "not_offered");
  if (type === "zoom" && !zoom_token) throw refused("zoom_token", "zoom_token");
  return { type, address, secret: type === "zoom" ? (zoom_token ?? null) : null };
}

function parseWebhook(input: Subscribe, settings: Settings): SignUpAddress {
  const { webhook_url: address } = input;
  if (!address) throw refused("webhook_url", "blank");
  // A chat would refuse a webhook's body. Paths like Mattermost's exist elsewhere, too.
  const chat = recognizeChat(address);
  if (chat !== null && chat !== "mattermost")
    return parseChat(input, address, settings, "webhook_url");
  if (namesRefusedTarget(address)) throw refused("webhook_url", "private_target");
  return { type: "webhook", address, secret: null };
}

function parseSms(input: Subscribe, settings: Settings): SignUpAddress {
  const { country_dial_code: code = "", phone_number: number = "" } = input;
  if (!number) throw refused("phone_number", "blank");
  if (!code && !/^\s*(\+|00)/.test(number)) throw refused("country_dial_code", "blank");
  const parsed = parseNumber(number, code);
  if (!parsed) throw refused("phone_number", "bad_number");
  const { country_dial_code, phone_number } = parsed;
  if (!isDialCodeAllowed(`+${country_dial_code}${phone_number}`, settings))
    throw refused("country_dial_code", "bad_country");
  return { type: "sms", address: `${country_dial_code} ${phone_number}`, secret: null };
}

/** @throws {AppError} `invalid`: no address, an unusable one, or a channel that is not offered */
export function parseSignUpAddress(
  input: Subscribe,
  settings: Settings,
  canText: boolean,
): SignUpAddress {
  const { channel = "email", email, chat_url } = input;
  if (!offeredChannels(settings, canText).includes(channel))
    throw refused("channel", "not_offered");
  if (channel === "webhook") return parseWebhook(input, settings);
  if (channel === "sms") return parseSms(input, settings);
  if (channel === "chat") {
    if (!chat_url) throw refused("chat_url", "blank");
    return parseChat(input, chat_url, settings, "chat_url");
  }
  if (!email) throw refused("email", "blank");
  return { type: "email", address: email, secret: null };
}
