import type { IncidentTypeRow } from "#lib/incidents/types/queries.ts";
import type { IncidentType } from "#lib/incidents/types/schema.ts";

export function serializeIncidentType(row: IncidentTypeRow): IncidentType {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    key: row.key,
    name: row.name,
    color: row.color,
    base_severity: row.base_severity,
    order: row.order,
    translations: row.translations as IncidentType["translations"],
  };
}
