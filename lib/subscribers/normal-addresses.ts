import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import parsePhoneNumber, { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/min";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { normalChatUrl } from "#lib/channels/chat-addresses.ts";
import { sealPart } from "#lib/subscribers/addresses.ts";
import { MAX_DIAL_CODE } from "#lib/subscribers/schema.ts";

/** The columns of an address; those of other types are null or not given. */
export type AddressColumns = {
  type: SubscriptionType;
  email?: string | null | undefined;
  country_dial_code?: string | null | undefined;
  phone_number?: string | null | undefined;
  webhook_url?: string | null | undefined;
};

type PhoneNumber = { country_dial_code: string; phone_number: string };

/** One form for every case, Unicode spelling and Punycode. */
export function normalEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const name = email.slice(0, at).normalize("NFC").toLowerCase();
  return `${name}@${domainToASCII(domain) || domain.toLowerCase()}`;
}

/** Digits of `+49`, `0049` or `DE`. */
export function dialCodeOf(text: string): string {
  const country = text.trim().toUpperCase();
  if (isSupportedCountry(country)) return getCountryCallingCode(country);
  return text.replace(/\D/g, "").replace(/^00/, "");
}

/**
 * Reads a number as people write it: with a national prefix, or with `+` or `00` and its country
 * code.
 * @returns null when no number has this length
 */
export function parseNumber(typed: string, dialCode = ""): PhoneNumber | null {
  const whole = /^[\s(]*(\+|00)/.test(typed) ? typed : `${dialCode} ${typed}`;
  const parsed = parsePhoneNumber(`+${whole.replace(/\D/g, "").replace(/^00/, "")}`);
  if (!parsed?.isPossible()) return null;
  const { countryCallingCode: country_dial_code, nationalNumber: phone_number } = parsed;
  return { country_dial_code, phone_number };
}

function normalNumber({ country_dial_code, phone_number }: AddressColumns): PhoneNumber {
  const digits = { country_dial_code: country_dial_code ?? "", phone_number: phone_number ?? "" };
  return parseNumber(digits.phone_number, digits.country_dial_code) ?? digits;
}

/** The number as carriers want it: `+4915112345678`. */
export function dialedNumber(columns: AddressColumns): string {
  const { country_dial_code, phone_number } = normalNumber(columns);
  return `+${country_dial_code}${phone_number}`;
}

function normalUrl(type: SubscriptionType, address: string): string {
  if (!URL.canParse(address)) return address;
  if (type !== "webhook") return normalChatUrl(address);
  const url = new URL(address);
  url.hash = "";
  return url.href;
}

function normalSpelling(columns: AddressColumns): string | null {
  const { type, email, phone_number, webhook_url } = columns;
  if (type === "email") return email ? normalEmail(email) : null;
  if (type !== "sms") return webhook_url ? sealPart(normalUrl(type, webhook_url)) : null;
  if (!phone_number) return null;
  const number = normalNumber(columns);
  return `${number.country_dial_code} ${sealPart(number.phone_number)}`;
}

/** The same for every spelling of an address; null: encrypted under a lost APP_SECRET. */
export function addressKey(columns: AddressColumns): string | null {
  const spelled = normalSpelling(columns);
  return spelled && createHash("md5").update(spelled).digest("hex");
}

/** Keys of the ways to split digits into a country code and a number. */
export function keysOfNumber(digits: string): string[] {
  const most = Math.min(MAX_DIAL_CODE, digits.length - 1);
  const keys = Array.from({ length: Math.max(0, most) }, (_, index) =>
    addressKey({
      type: "sms",
      country_dial_code: digits.slice(0, index + 1),
      phone_number: digits.slice(index + 1),
    }),
  );
  return [...new Set(keys)].filter((key) => key !== null);
}
