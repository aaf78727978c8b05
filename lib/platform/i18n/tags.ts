import { memoized } from "#lib/platform/memoized.ts";

const MAX_REMEMBERED = 1_000;

/** Also accepts `pt_BR`. @returns null when it is not a BCP 47 tag */
export const canonical = memoized(MAX_REMEMBERED, (tag = ""): string | null => {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
});

export function baseOf(tag: string): string {
  return tag.split("-", 1)[0] ?? tag;
}

export type Direction = "ltr" | "rtl";

export const directionOf = memoized(
  MAX_REMEMBERED,
  (tag = ""): Direction => new Intl.Locale(tag).getTextInfo().direction ?? "ltr",
);

const [FSI, PDI] = ["\u2068", "\u2069"];
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const ISOLATED = /\u2068[^\u2066-\u2069]*\u2069/g;
const LTR = /[^\P{L}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

/** A name inside a sentence: one of the other direction must not turn the sentence round. */
export function isolated(name: string, tag: string): string {
  const other = directionOf(tag) === "rtl" ? LTR : RTL;
  const rest = name.replace(ISOLATED, "");
  return BIDI_MARKS.test(rest) || other.test(rest) ? `${FSI}${name}${PDI}` : name;
}

export const nameOf = memoized(
  MAX_REMEMBERED,
  (tag = ""): string => new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag,
);
