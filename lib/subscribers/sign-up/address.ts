import parsePhoneNumber from "libphonenumber-js/min";
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

function parseChat({ chat_url, zoom_token }: Subscribe, settings: Settings): SignUpAddress {
  if (!chat_url) throw refused("chat_url", "blank");
  const type = recognizeChat(chat_url);
  if (type === "retired_teams") throw refused("chat_url", "retired_teams");
  if (type === null || namesRefusedTarget(chat_url)) throw refused("chat_url", "unknown_chat");
  if (!offeredChats(settings).includes(type)) throw refused("chat_url", "not_offered");
  if (type === "zoom" && !zoom_token) throw refused("zoom_token", "zoom_token");
  return { type, address: chat_url, secret: type === "zoom" ? (zoom_token ?? null) : null };
}

function parseNumber(input: Subscribe, settings: Settings): SignUpAddress {
  const { country_dial_code: code = "", phone_number: number = "" } = input;
  if (!number) throw refused("phone_number", "blank");
  const isWhole = /^\s*(\+|00)/.test(number);
  if (!code && !isWhole) throw refused("country_dial_code", "blank");
  const typed = isWhole ? number : `${code} ${number}`;
  const parsed = parsePhoneNumber(`+${typed.replace(/\D/g, "").replace(/^00/, "")}`);
  if (!parsed?.isPossible()) throw refused("phone_number", "bad_number");
  if (!isDialCodeAllowed(parsed.number, settings))
    throw refused("country_dial_code", "bad_country");
  const address = `${parsed.countryCallingCode} ${parsed.nationalNumber}`;
  return { type: "sms", address, secret: null };
}

/** @throws {AppError} `invalid`: no address, an unusable one, or a channel that is not offered */
export function parseSignUpAddress(
  input: Subscribe,
  settings: Settings,
  canText: boolean,
): SignUpAddress {
  const { channel = "email", email, webhook_url } = input;
  if (!offeredChannels(settings, canText).includes(channel))
    throw refused("channel", "not_offered");
  if (channel === "chat") return parseChat(input, settings);
  if (channel === "sms") return parseNumber(input, settings);
  if (channel === "email") {
    if (!email) throw refused("email", "blank");
    return { type: "email", address: email, secret: null };
  }
  if (!webhook_url) throw refused("webhook_url", "blank");
  if (namesRefusedTarget(webhook_url)) throw refused("webhook_url", "private_target");
  return { type: "webhook", address: webhook_url, secret: null };
}
