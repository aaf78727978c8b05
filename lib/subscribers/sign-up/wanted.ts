import parsePhoneNumber from "libphonenumber-js/min";
import type { SubscriptionType } from "#lib/channels/channel-types.ts";
import { recogniseChat } from "#lib/channels/chats.ts";
import { isTexted } from "#lib/channels/sms-limits/dial-codes.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import { namesRefusedTarget } from "#lib/platform/http/http.ts";
import { offeredChannels, offeredChats } from "#lib/subscribers/offered.ts";
import type { Subscribe } from "#lib/subscribers/sign-up/schema.ts";

/** Where news is to go. */
export type Wanted = {
  type: SubscriptionType;
  /** Of a number its country code and, after a space, the rest of it. */
  address: string;
  /** What Zoom wants to see beside the address. */
  secret: string | null;
};

function refused(field: keyof Subscribe, code: FieldErrors[string][number]["code"]) {
  return invalid({ [field]: [{ code }] });
}

function wantedChat({ chat_url, zoom_token }: Subscribe, settings: Settings): Wanted {
  if (!chat_url) throw refused("chat_url", "blank");
  const type = recogniseChat(chat_url);
  if (type === "retired_teams") throw refused("chat_url", "retired_teams");
  if (type === null || namesRefusedTarget(chat_url)) throw refused("chat_url", "unknown_chat");
  if (!offeredChats(settings).includes(type)) throw refused("chat_url", "not_offered");
  if (type === "zoom" && !zoom_token) throw refused("zoom_token", "zoom_token");
  return { type, address: chat_url, secret: type === "zoom" ? (zoom_token ?? null) : null };
}

function wantedNumber(input: Subscribe, settings: Settings): Wanted {
  const { country_dial_code: code = "", phone_number: number = "" } = input;
  if (!number) throw refused("phone_number", "blank");
  const isWhole = /^\s*(\+|00)/.test(number);
  if (!code && !isWhole) throw refused("country_dial_code", "blank");
  const typed = isWhole ? number : `${code} ${number}`;
  const parsed = parsePhoneNumber(`+${typed.replace(/\D/g, "").replace(/^00/, "")}`);
  if (!parsed?.isPossible()) throw refused("phone_number", "bad_number");
  if (!isTexted(parsed.number, settings)) throw refused("country_dial_code", "bad_country");
  const address = `${parsed.countryCallingCode} ${parsed.nationalNumber}`;
  return { type: "sms", address, secret: null };
}

/** @throws {AppError} `invalid`: no address, one that cannot be used, or a way that is not offered */
export function wantedIn(input: Subscribe, settings: Settings, canText: boolean): Wanted {
  const { channel = "email", email, webhook_url } = input;
  if (!offeredChannels(settings, canText).includes(channel))
    throw refused("channel", "not_offered");
  if (channel === "chat") return wantedChat(input, settings);
  if (channel === "sms") return wantedNumber(input, settings);
  if (channel === "email") {
    if (!email) throw refused("email", "blank");
    return { type: "email", address: email, secret: null };
  }
  if (!webhook_url) throw refused("webhook_url", "blank");
  if (namesRefusedTarget(webhook_url)) throw refused("webhook_url", "private_target");
  return { type: "webhook", address: webhook_url, secret: null };
}
