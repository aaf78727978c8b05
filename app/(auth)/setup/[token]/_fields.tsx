"use client";
import { useEffect } from "react";
import { FieldError, useField } from "#app/_ui/admin/field.tsx";
import { useForm } from "#app/_ui/admin/form.tsx";

const NO_ZONE = "Etc/UTC";

type ZoneProps = { label: string; hint: string; zones: readonly string[] };

/** A time zone; at first the browser's, where scripts run. */
export function ZoneField({ label, hint, zones }: ZoneProps) {
  const { control, error } = useField("time_zone", NO_ZONE);
  const { id } = control;
  useEffect(() => {
    const field = document.getElementById(id);
    if (field instanceof HTMLInputElement && field.value === NO_ZONE)
      field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }, [id]);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <p className="mb-1 text-muted text-sm">{hint}</p>
      <input {...control} list={`${id}-zones`} autoComplete="off" className="control" />
      <datalist id={`${id}-zones`}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}

type PublishProps = { legend: string; draft: string; now: string };

/** Whether the page is published at once. */
export function PublishField({ legend, draft, now }: PublishProps) {
  const { state } = useForm();
  const chosen = state.values.publish?.[0] ?? "later";
  const choices = [
    ["later", draft],
    ["now", now],
  ] as const;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{legend}</legend>
      {choices.map(([value, label]) => (
        <label key={value} className="flex min-h-11 items-center gap-2">
          <input type="radio" name="publish" value={value} defaultChecked={value === chosen} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
