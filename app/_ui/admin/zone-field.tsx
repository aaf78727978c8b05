"use client";
import { useEffect, useState } from "react";
import type { Option } from "./choice-fields.tsx";
import { ComboboxField } from "./combobox-field.tsx";
import type { Labelled } from "./field.tsx";
import { zoneOption } from "./zones.ts";

type Props = Pick<Labelled, "label" | "hint"> & { options: Option[] };

/** A time zone found by typing; at first the browser's, where scripts run. */
export function ZoneField({ label, hint, options }: Props) {
  const [own, setOwn] = useState("UTC");
  useEffect(() => setOwn(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const isListed = options.some(({ value }) => value === own);
  return (
    <ComboboxField
      key={own}
      name="time_zone"
      label={label}
      hint={hint}
      options={isListed ? options : [...options, zoneOption(own)]}
      initial={own}
    />
  );
}
