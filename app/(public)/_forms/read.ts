import { numbersIn, textIn } from "#lib/core/forms/read.ts";

/** How updates are to arrive, by a box that `Living` shows; unchecked: as is usual. */
export function styleIn(form: FormData, name: string): object {
  return form.has(name) ? { style: "living_message" } : {};
}

/** How a webhook is written to, by the box of `Format`; without it, nothing is chosen. */
export function formatIn(form: FormData): object {
  if (!form.has("has_format")) return {};
  return { format: form.has("format") ? "statuspage" : "standard" };
}

/** The choice in `Choices`, without fields of another choice. */
export function choiceIn(form: FormData): object {
  const filter = textIn(form, "filter");
  return {
    filter,
    ...(filter === "services" && { service_ids: numbersIn(form, "service_ids") }),
    ...(filter === "incident_types" && { incident_types: form.getAll("incident_types") }),
    ...(filter === "incident" && { incident_id: Number(textIn(form, "incident_id")) }),
  };
}
