import type { Option } from "./choice-fields.tsx";

export function zoneOption(value: string): Option {
  return { value, label: value.replaceAll("_", " ") };
}

/** Time zones to choose from, as this server knows them; `own` is always one of them. */
export function zoneOptions(own = "UTC"): Option[] {
  return [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])].map(zoneOption);
}
