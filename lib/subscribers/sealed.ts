import { sealAlike, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { MAX_DIAL_CODE } from "#lib/subscribers/schema.ts";

/** The secret parts of an address: numbers, and the URLs by which anybody may post to a chat. */
type Secrets = { phone_number?: string | null; webhook_url?: string | null };

/** Tells what is sealed from what is not: neither numbers nor web addresses begin like that. */
const SEALED = "sealed:";

/** A part of an address as its column has it: sealed, and the same for the same text. */
export function sealPart(text: string): string {
  return text.startsWith(SEALED) ? text : SEALED + sealAlike(text);
}

function openPart(kept: string): string | null {
  return kept.startsWith(SEALED) ? unsealIfOurs(kept.slice(SEALED.length)) : kept;
}

/** Columns of a subscription as they are kept. */
export function sealAddress<T extends Secrets>(columns: T): T {
  const { phone_number, webhook_url } = columns;
  return {
    ...columns,
    ...(phone_number && { phone_number: sealPart(phone_number) }),
    ...(webhook_url && { webhook_url: sealPart(webhook_url) }),
  };
}

/** A row with its address readable; null: it was sealed under another APP_SECRET, and is lost. */
export function openAddress<T extends Secrets>(row: T): T {
  const { phone_number, webhook_url } = row;
  return {
    ...row,
    ...(phone_number && { phone_number: openPart(phone_number) }),
    ...(webhook_url && { webhook_url: openPart(webhook_url) }),
  };
}

/** The ways to read digits as a country code, and a number as its column has it. */
export function waysToRead(digits: string): { country_dial_code: string; phone_number: string }[] {
  const most = Math.min(MAX_DIAL_CODE, digits.length - 1);
  return Array.from({ length: Math.max(0, most) }, (_, index) => ({
    country_dial_code: digits.slice(0, index + 1),
    phone_number: sealPart(digits.slice(index + 1)),
  }));
}
