"use client";
import { useTranslations } from "use-intl/react";
import { Field } from "./field.tsx";

/** A moment as a field shows it. `shown` tells `momentIn` which one is meant. */
export type FieldMoment = { initial: string; shown?: string };

type MomentProps = Partial<FieldMoment> & {
  name: string;
  label: string;
  path?: string;
  hint?: string;
};

export function MomentField({ shown, ...field }: MomentProps) {
  return (
    <div className="min-w-0">
      {shown && <input type="hidden" name={`${field.name}.shown`} value={shown} data-target="" />}
      <Field type="datetime-local" {...field} />
    </div>
  );
}

type Props = { time_zone: string; fields: MomentProps[]; className?: string };

/** Moments in a zone, which is named; `momentIn` reads them. */
export function TimeFields({ time_zone, fields, className }: Props) {
  const t = useTranslations("admin_kit.field");
  return (
    <div className={className}>
      <input type="hidden" name="time_zone" value={time_zone} data-target="" />
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <MomentField key={field.name} {...field} />
        ))}
      </div>
      <p className="mt-1 text-muted text-sm">{t("zone", { zone: time_zone })}</p>
    </div>
  );
}
