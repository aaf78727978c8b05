import { MAX_DIAL_CODE } from "#lib/subscribers/schema.ts";

/** What a search is for: subscriptions of which one of these holds. */
export type Search = {
  /** The e-mail address contains this, in whichever case. */
  email_part?: string;
  /** The whole number, without its country code. */
  phone_number?: string;
  country_dial_code?: string;
  /** A number whose country code was not set apart: the ways to read it. */
  phones?: { country_dial_code: string; phone_number: string }[];
};

/**
 * Reads a search as people type it: a part of an e-mail address, `+49 1511234567`, `+49`, or
 * `1511234567`. A `+` that was not percent-encoded in the address arrives as a space: in neither
 * kind of address is there one that is meant.
 */
export function parseSearch(typed: string): Search {
  const text = typed.trimEnd();
  const phone = /^[+ ](\d+)((?:[ -]\d+)*)$/.exec(text);
  if (!phone) {
    const email_part = text.replaceAll(" ", "+");
    return /^\d+$/.test(text) ? { email_part, phone_number: text } : { email_part };
  }
  const [, digits = "", rest = ""] = phone;
  if (rest)
    return { phones: [{ country_dial_code: digits, phone_number: rest.replace(/\D/g, "") }] };
  if (digits.length <= MAX_DIAL_CODE) return { country_dial_code: digits };
  const lengths = Array.from({ length: MAX_DIAL_CODE }, (_, index) => index + 1);
  return {
    phones: lengths.map((length) => ({
      country_dial_code: digits.slice(0, length),
      phone_number: digits.slice(length),
    })),
  };
}
