import { addressHint, MASK } from "#lib/platform/crypto/mask.ts";

type Address = {
  email: string | null;
  country_dial_code: string | null;
  phone_number: string | null;
  webhook_url: string | null;
};

const HINT_LENGTH = 4;

/** A record without what is secret of its address: of a number and of a URL the end stays. */
export function maskAddress<T extends Pick<Address, "phone_number" | "webhook_url">>(record: T): T {
  const { phone_number, webhook_url } = record;
  return {
    ...record,
    ...(phone_number && { phone_number: `${MASK}${phone_number.slice(-HINT_LENGTH)}` }),
    ...(webhook_url && { webhook_url: addressHint(webhook_url) ?? MASK }),
  };
}

/**
 * An address as it stands in lists: of a number the country and its last digits, of a webhook or
 * chat the host and its end; null: there is none.
 */
export function shownAddress(address: Address): string | null {
  const { email, country_dial_code, phone_number, webhook_url } = maskAddress(address);
  if (email !== null) return email;
  if (phone_number !== null) return `+${country_dial_code ?? ""} ${phone_number}`;
  return webhook_url?.replace(/^https?:\/\//, "") ?? null;
}
