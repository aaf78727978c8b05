import { MASK, maskUrl } from "#lib/platform/crypto/mask.ts";
import { sealAlike, unsealIfOurs } from "#lib/platform/crypto/seal.ts";

/** The secret parts of an address: anybody may post to a chat by its URL. */
type Secrets = { phone_number?: string | null; webhook_url?: string | null };

/** Marks an encrypted value; no phone number or URL starts with it. */
const SEALED = "sealed:";

export function sealPart(text: string): string {
  return text.startsWith(SEALED) ? text : SEALED + sealAlike(text);
}

function openPart(kept: string): string | null {
  return kept.startsWith(SEALED) ? unsealIfOurs(kept.slice(SEALED.length)) : kept;
}

export function sealAddress<T extends Secrets>(columns: T): T {
  const { phone_number, webhook_url } = columns;
  return {
    ...columns,
    ...(phone_number && { phone_number: sealPart(phone_number) }),
    ...(webhook_url && { webhook_url: sealPart(webhook_url) }),
  };
}

/** Decrypts a row's address; null where the APP_SECRET has changed. */
export function openAddress<T extends Secrets>(row: T): T {
  const { phone_number, webhook_url } = row;
  return {
    ...row,
    ...(phone_number && { phone_number: openPart(phone_number) }),
    ...(webhook_url && { webhook_url: openPart(webhook_url) }),
  };
}

type Address = {
  email: string | null;
  country_dial_code: string | null;
  phone_number: string | null;
  webhook_url: string | null;
};

const HINT_LENGTH = 4;

export function maskAddress<T extends Pick<Address, "phone_number" | "webhook_url">>(record: T): T {
  const { phone_number, webhook_url } = record;
  return {
    ...record,
    ...(phone_number && { phone_number: `${MASK}${phone_number.slice(-HINT_LENGTH)}` }),
    ...(webhook_url && { webhook_url: maskUrl(webhook_url) ?? MASK }),
  };
}

/** An address for lists, masked: `+49 …4567`, or a URL's host and end. */
export function displayAddress(address: Address): string | null {
  const { email, country_dial_code, phone_number, webhook_url } = maskAddress(address);
  if (email !== null) return email;
  if (phone_number !== null) return `+${country_dial_code ?? ""} ${phone_number}`;
  return webhook_url?.replace(/^https?:\/\//, "") ?? null;
}
