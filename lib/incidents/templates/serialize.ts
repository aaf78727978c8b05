import type { IncidentTemplateRow } from "#lib/incidents/templates/queries.ts";
import type { IncidentTemplate } from "#lib/incidents/templates/schema.ts";

export function serializeIncidentTemplate(
  row: IncidentTemplateRow,
  service_ids: number[],
): IncidentTemplate {
  const { id, name, title, description, incident_types } = row;
  const translations = row.translations as IncidentTemplate["translations"];
  return { id, name, title, description, service_ids, incident_types, translations };
}
