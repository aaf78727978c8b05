import type { LastImport } from "#lib/incidents/calendar-import/import-now.ts";
import { formatTag, languageOf, type Translate } from "#lib/platform/i18n/translator.ts";

const KINDS = ["created", "changed", "called_off", "unchanged", "left_out"] as const;

/**
 * `2 new, 1 left out; “Switches” has no end`; what there is none of is not said, and of those that
 * are left out the first are named.
 */
export function countsText(counts: LastImport["counts"], t: Translate): string {
  const said = KINDS.flatMap((kind) => {
    const count = counts?.[kind] ?? 0;
    return count === 0 ? [] : [t(`admin_calendar.count.${kind}`, { count })];
  });
  const named = counts?.named?.map(({ line, uid, title, reason, detail }) => {
    const place = [line ? `#${line}` : "", uid].filter(Boolean).join(" ");
    const text = t(`admin_calendar.left_out.${reason}`, { title, detail });
    return place ? `${text} [${place}]` : text;
  });
  const waiting = counts?.missing?.length ?? 0;
  if (waiting > 0) said.push(t("admin_calendar.count.missing", { count: waiting }));
  const list = new Intl.ListFormat(formatTag(languageOf(t)), { type: "unit" });
  const all = said.length === 0 ? t("admin_calendar.count.none") : list.format(said);
  return [all, ...(named ?? [])].join("; ");
}
