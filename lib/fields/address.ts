import { z } from "zod";
import { emptyAsNull, issue, MAX_EMAIL, MAX_URL, plainText, wellFormed } from "#lib/fields/text.ts";

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(address) && URL.canParse(address);
}

export function url() {
  return wellFormed(z.string().max(MAX_URL))
    .nullish()
    .transform((value) => value || undefined)
    .refine((value) => value === undefined || isWebAddress(value), issue("bad_url"));
}

export function optionalUrl() {
  return wellFormed(z.string().max(MAX_URL))
    .nullable()
    .transform(emptyAsNull)
    .refine((value) => value === null || isWebAddress(value), issue("bad_url"))
    .optional();
}

const emailPattern = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

export function optionalEmail() {
  return wellFormed(z.string().max(MAX_EMAIL))
    .nullable()
    .transform(emptyAsNull)
    .refine((value) => value === null || emailPattern.test(value), issue("bad_email"))
    .optional();
}

/** An e-mail address or `""`; null is `""` too. */
export function plainEmail() {
  return plainText(MAX_EMAIL).refine((value) => !value || emailPattern.test(value), issue("bad_email"));
}

export function email() {
  return wellFormed(z.string().max(MAX_EMAIL)).refine((value) => emailPattern.test(value), issue("bad_email"));
}

const colorPattern = /^[0-9a-f]{6}$/i;

/** Six hexadecimal digits, case kept; `""` means not given. */
export function color() {
  return z
    .string()
    .nullish()
    .transform((value) => value || undefined)
    .refine((value) => value === undefined || colorPattern.test(value), issue("bad_color"));
}

export function optionalColor() {
  return z
    .string()
    .nullable()
    .transform(emptyAsNull)
    .refine((value) => value === null || colorPattern.test(value), issue("bad_color"))
    .optional();
}
