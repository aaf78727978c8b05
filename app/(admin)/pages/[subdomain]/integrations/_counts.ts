import type { Translate } from "#lib/i18n/translator.ts";

const KINDS = ["created", "changed", "called_off", "unchanged", "left_out"] as const;
type Counts = Record<(typeof KINDS)[number], number>;

/** `2 new, 5 as they were`; what there is none of is not said. */
export function countsText(counts: Counts | null, t: Translate): string {
  const said = KINDS.flatMap((kind) => {
    const count = counts?.[kind] ?? 0;
    return count === 0 ? [] : [t(`admin_calendar.count.${kind}`, { count })];
  });
  return said.length === 0 ? t("admin_calendar.count.none") : said.join(", ");
}
