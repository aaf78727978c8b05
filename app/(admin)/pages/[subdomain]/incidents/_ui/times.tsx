"use client";
import { useTranslations } from "use-intl/react";
import { Field } from "#app/_ui/admin/field.tsx";

type Props = { time_zone: string; starts_at?: string; ends_at?: string; className?: string };

/** Start and end in the page's zone, which is named. */
export function Times({ time_zone, starts_at, ends_at, className }: Props) {
  const t = useTranslations("admin.compose");
  return (
    <div className={className}>
      <input type="hidden" name="time_zone" value={time_zone} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="starts_at" type="datetime-local" label={t("starts_at")} initial={starts_at} />
        <Field name="ends_at" type="datetime-local" label={t("ends_at")} initial={ends_at} />
      </div>
      <p className="mt-1 text-muted text-sm">{t("zone", { zone: time_zone })}</p>
    </div>
  );
}
