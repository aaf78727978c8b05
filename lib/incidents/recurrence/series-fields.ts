import { isDeepStrictEqual } from "node:util";
import type { Incident } from "#lib/incidents/schema.ts";

/** Template for the next maintenances of a series. */
export type SeriesFields = Pick<
  Incident,
  | "title"
  | "type"
  | "service_ids"
  | "translations"
  | "maintenance_notify"
  | "maintenance_notify_settings"
  | "affects_uptime"
  | "subscription_group_ids"
> & { first: Pick<Incident["updates"][number], "description" | "translations"> | null };

export function fieldsOf(incident: Incident): SeriesFields {
  const { title, type, service_ids, translations, affects_uptime, updates } = incident;
  const { maintenance_notify, maintenance_notify_settings, subscription_group_ids } = incident;
  const scheduled = updates.findLast((update) => update.type === "scheduled");
  const first = scheduled
    ? { description: scheduled.description, translations: scheduled.translations }
    : null;
  return {
    ...{ title, type, service_ids, translations, affects_uptime, first },
    ...{ maintenance_notify, maintenance_notify_settings, subscription_group_ids },
  };
}

/** Changes from one template to the next, except to fields that a maintenance changed itself. */
export function changesFor(
  own: SeriesFields,
  before: SeriesFields,
  after: SeriesFields,
): Partial<SeriesFields> {
  const names = Object.keys(after) as (keyof SeriesFields)[];
  const changed = names.filter(
    (name) =>
      !isDeepStrictEqual(before[name], after[name]) && isDeepStrictEqual(own[name], before[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}
