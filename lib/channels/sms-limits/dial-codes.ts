import type { Settings } from "#lib/pages/schema.ts";

type Bounded = Pick<Settings, "sms_dial_codes">;

/** Whether a number, such as `+4915112345678`, is of a country that the page texts. */
export function isTexted(number: string, { sms_dial_codes }: Bounded): boolean {
  const codes = sms_dial_codes.match(/\d+/g) ?? [];
  return codes.length === 0 || codes.some((code) => number.startsWith(`+${code}`));
}
