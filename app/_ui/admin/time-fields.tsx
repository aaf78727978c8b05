"use client";
import { type FormEvent, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { momentsOf } from "#lib/core/forms/local-time.ts";
import { SelectField } from "./choice-fields.tsx";
import { Field } from "./field.tsx";
import { useForm } from "./form.tsx";

/** A moment as a field shows it. `shown` tells `momentIn` which one is meant. */
export type FieldMoment = { initial: string; shown?: string };

type MomentProps = Partial<FieldMoment> & {
  name: string;
  label: string;
  path?: string;
  hint?: string;
};

/** The zone that the form's times were shown or typed in, whatever the page's is by now. */
function useZone(time_zone: string): string {
  const { state } = useForm();
  const [zone] = useState(state.values.time_zone?.at(-1) ?? time_zone);
  return zone;
}

/** A moment; of an hour that comes twice it asks which one. */
export function MomentField(props: MomentProps & { time_zone: string }) {
  const { name, label, path, hint } = props;
  const { state } = useForm();
  const zone = useZone(props.time_zone);
  // A screen that shows itself anew must not change it without the zone.
  const [{ initial = "", shown }] = useState(props);
  const [typed, setTyped] = useState(state.values[name]?.at(-1) ?? initial);
  const moments = momentsOf(typed, zone) ?? [];
  const moment = typed === initial ? shown?.split(" ")[1] : undefined;
  function read({ target }: FormEvent<HTMLElement>): void {
    if (target instanceof HTMLInputElement && target.name === name) setTyped(target.value);
  }
  return (
    <div className="min-w-0 space-y-2" onChange={read}>
      {shown && <input type="hidden" name={`${name}.shown`} value={shown} data-target="" />}
      <Field type="datetime-local" {...{ name, label, path, hint, initial }} />
      {moments.length > 1 && <Hour {...{ name, zone, moments, moment }} />}
    </div>
  );
}

type HourProps = { name: string; zone: string; moments: string[]; moment: string | undefined };

/** Which of the two, as clocks go back. */
function Hour({ name, zone: timeZone, moments, moment }: HourProps) {
  const t = useTranslations("admin_kit.field");
  const format = new Intl.DateTimeFormat(useLocale(), {
    timeZone,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const options = moments.map((value, index) => ({
    value,
    label: t(index === 0 ? "hour_first" : "hour_second", {
      time: format.format(Date.parse(`${value}Z`)),
    }),
  }));
  const unchosen = { value: "", label: t("hour_choose") };
  return (
    <SelectField
      name={`${name}.hour`}
      label={t("hour")}
      options={[unchosen, ...options]}
      initial={moment ?? ""}
    />
  );
}

type Props = { time_zone: string; fields: MomentProps[]; className?: string };

/** Moments in a zone, which is named; `momentIn` reads them. */
export function TimeFields({ time_zone, fields, className }: Props) {
  const t = useTranslations("admin_kit.field");
  const zone = useZone(time_zone);
  return (
    <div className={className}>
      <input type="hidden" name="time_zone" value={zone} />
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <MomentField key={field.name} {...field} time_zone={time_zone} />
        ))}
      </div>
      <p className="mt-1 text-muted text-sm">
        {zone === time_zone ? t("zone", { zone }) : t("zone_typed", { zone, now: time_zone })}
      </p>
    </div>
  );
}
