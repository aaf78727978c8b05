"use client";
import { useEffect } from "react";
import { FieldError, useField } from "./field.tsx";

const NO_ZONE = "Etc/UTC";

type ZoneProps = { label: string; hint: string; zones: readonly string[] };

/** A time zone; at first the browser's, where scripts run. */
export function ZoneField({ label, hint, zones }: ZoneProps) {
  const { control, error } = useField("time_zone", NO_ZONE);
  const { id } = control;
  useEffect(() => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLInputElement) || field.value !== NO_ZONE) return;
    // The default as well: it was not typed.
    field.defaultValue = field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
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
