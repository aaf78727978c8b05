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

export const nameOf = memoized(
  MAX_REMEMBERED,
  (tag = ""): string => new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag,
);
