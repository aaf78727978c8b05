import { memoized } from "#lib/platform/memoized.ts";

const MAX_REMEMBERED = 1_000;

/** A tag as BCP 47 spells it, also where it came as `pt_BR`; null: it is none. */
export const canonical = memoized(MAX_REMEMBERED, (tag = ""): string | null => {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
});

/** The language that a tag begins with: `pt` of `pt-BR`. */
export function baseOf(tag: string): string {
  return tag.split("-", 1)[0] ?? tag;
}

export type Direction = "ltr" | "rtl";

/** Which way a language is written. */
export const directionOf = memoized(
  MAX_REMEMBERED,
  (tag = ""): Direction => new Intl.Locale(tag).getTextInfo().direction ?? "ltr",
);

/** What a language calls itself. */
export const nameOf = memoized(
  MAX_REMEMBERED,
  (tag = ""): string => new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag,
);
