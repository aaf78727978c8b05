import { MAX_DIAL_CODE } from "#lib/subscribers/schema.ts";

export type Search = {
  /** In any case. */
  email_part?: string;
  phone_number?: string;
  country_dial_code?: string;
  /** A number with an unknown split between country code and rest. */
  phones?: { country_dial_code: string; phone_number: string }[];
};

/**
 * Parses a search: part of an e-mail address, `+49 1511234567`, `+49`, or `1511234567`. A `+` that
 * was not percent-encoded arrives as a space, which no address contains.
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
