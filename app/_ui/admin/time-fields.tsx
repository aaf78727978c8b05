"use client";
import { useTranslations } from "use-intl/react";
import { Field } from "./field.tsx";

type Props = {
  time_zone: string;
  fields: { name: string; label: string; initial?: string }[];
  className?: string;
};

/** Moments in a zone, which is named; `momentIn` reads them. */
export function TimeFields({ time_zone, fields, className }: Props) {
  const t = useTranslations("admin_kit.field");
  return (
    <div className={className}>
      <input type="hidden" name="time_zone" value={time_zone} data-target="" />
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <Field key={field.name} type="datetime-local" {...field} />
        ))}
      </div>
      <p className="mt-1 text-muted text-sm">{t("zone", { zone: time_zone })}</p>
    </div>
  );
}
