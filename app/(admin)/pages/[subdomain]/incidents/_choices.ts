import type { Option } from "#app/_ui/admin/choice-fields.tsx";
import type { ServiceChoice } from "#app/_ui/admin/service-picker.tsx";
import type { FieldMoment } from "#app/_ui/admin/time-fields.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { SEVERITIES, type Severity } from "#lib/core/fields/severity.ts";
import { listSubscriptionGroups } from "#lib/incidents/groups/groups.ts";
import { listIncidentTypes } from "#lib/incidents/types/incident-types.ts";
import { listPlainServices } from "#lib/services/read.ts";
import { outline } from "#lib/services/tree.ts";

/** A type that an incident can have; `name` where it is the page's own. */
export type TypeOption = { key: string; severity: Severity; name: string | null };

/** The page's services as the picker wants them. */
export async function readChoices({
  ctx,
  page,
}: Pick<Admin, "ctx" | "page">): Promise<ServiceChoice[]> {
  const services = outline(await listPlainServices(ctx, page));
  return services.map(({ id, parent_id, name, depth, private: isPrivate }) => ({
    id,
    parent_id,
    name,
    depth,
    private: isPrivate,
  }));
}

/** The groups of subscribers that something can be addressed to. */
export async function readGroups({ ctx, page }: Pick<Admin, "ctx" | "page">): Promise<Option[]> {
  const groups = await listSubscriptionGroups(ctx, page);
  return groups.map(({ id, name }) => ({ value: String(id), label: name }));
}

/** The types an incident of the page can have: the built-in ones, then its own. */
export async function readTypes({ ctx, page }: Admin): Promise<TypeOption[]> {
  const builtIn = SEVERITIES.map((severity) => ({ key: severity, severity, name: null }));
  if (!page.custom_incident_types_enabled) return builtIn;
  const own = await listIncidentTypes(ctx, page);
  return [
    ...builtIn,
    ...own.map(({ key, base_severity, name }) => ({ key, severity: base_severity, name })),
  ];
}

/**
 * A wire time as a `datetime-local` field shows it in a zone: `2026-11-20T14:02`, with seconds
 * where it has some.
 */
export function localTime(time: string, zone: string): string {
  const local = Temporal.Instant.from(`${time}Z`).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: local.second === 0 ? "minute" : "second" });
}

/** A wire time as a field shows it; null: nothing. */
export function fieldMoment(time: string | null, zone: string): FieldMoment {
  if (time === null) return { initial: "" };
  const initial = localTime(time, zone);
  return { initial, shown: `${initial} ${time}` };
}
