import type { IncidentDraftRow } from "#lib/incidents/drafts/queries.ts";
import type { DraftFields, IncidentDraft } from "#lib/incidents/drafts/schema.ts";
import { NO_NOTICES } from "#lib/incidents/serialize.ts";

export function serializeDraft(row: IncidentDraftRow): IncidentDraft {
  const fields = row.fields as DraftFields;
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    title: fields.title ?? null,
    type: fields.type ?? null,
    starts_at: fields.starts_at ?? null,
    ends_at: fields.ends_at ?? null,
    service_ids: fields.service_ids ?? [],
    updates: fields.updates ?? [],
    translations: (fields.translations ?? {}) as IncidentDraft["translations"],
    notify: fields.notify ?? false,
    maintenance_notify: fields.maintenance_notify ?? false,
    maintenance_notify_settings: {
      ...NO_NOTICES,
      ...(fields.maintenance_notify_settings as object | null),
    },
    affects_uptime: fields.affects_uptime ?? null,
    subscription_group_ids: fields.subscription_group_ids ?? [],
    postmortem: fields.postmortem ?? null,
    recurrence: fields.recurrence ?? null,
    hold_seconds: fields.hold_seconds ?? 0,
  };
}
