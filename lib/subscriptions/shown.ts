type Address = {
  email: string | null;
  country_dial_code: string | null;
  phone_number: string | null;
  webhook_url: string | null;
};

const HINT_LENGTH = 4;

/**
 * An address as it stands in lists: of a number the country and its last digits, of a webhook or
 * chat the host; null: there is none.
 */
export function shownAddress(address: Address): string | null {
  const { email, country_dial_code, phone_number, webhook_url } = address;
  if (email !== null) return email;
  if (phone_number !== null)
    return `+${country_dial_code ?? ""} … ${phone_number.slice(-HINT_LENGTH)}`;
  return webhook_url !== null && URL.canParse(webhook_url) ? new URL(webhook_url).host : null;
}
