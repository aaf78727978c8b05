/** How far a page's SMS go; null: as far as the provider lets them. */
export type SmsBounds = {
  /** The countries that are texted: `49`. */
  dial_codes: readonly string[] | null;
  /** Messages to one number on one day. */
  per_number: number | null;
  /** Segments of the whole page in one month: they are what is paid. */
  per_month: number | null;
};

type SmsCounts = { to_number_today: number; segments_this_month: number };

type SmsRefusal = "dial_code" | "number_limit" | "budget";

/** Whether a number, such as `+4915112345678`, is of a country that may be texted. */
export function isAllowedNumber(number: string, dial_codes: readonly string[] | null): boolean {
  return dial_codes === null || dial_codes.some((code) => number.startsWith(`+${code}`));
}

/** Why a message is not sent; null: it is. @param segments what it costs */
export function refusalOf(
  number: string,
  segments: number,
  { dial_codes, per_number, per_month }: SmsBounds,
  { to_number_today, segments_this_month }: SmsCounts,
): SmsRefusal | null {
  if (!isAllowedNumber(number, dial_codes)) return "dial_code";
  if (per_number !== null && to_number_today >= per_number) return "number_limit";
  if (per_month !== null && segments_this_month + segments > per_month) return "budget";
  return null;
}
