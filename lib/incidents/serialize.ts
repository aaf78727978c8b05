import { type Addressed, incidentUrl } from "#lib/core/addresses/url.ts";
import type { Rendered } from "#lib/core/markdown/rendered.ts";
import type { PlainIncidentRow } from "#lib/incidents/queries.ts";
import type { Incident, IncidentUpdate } from "#lib/incidents/schema.ts";
import type { UpdateRow } from "#lib/incidents/updates/incident-updates.queries.ts";
import { serializeUpdate } from "#lib/incidents/updates/serialize.ts";
import { operatorsOwn } from "#lib/platform/i18n/machine.ts";

export function serializeIncidentUpdate(row: UpdateRow, rendered: Rendered): IncidentUpdate {
  return {
    ...serializeUpdate(row, rendered),
    type: row.type,
    next_update_at: row.next_update_at,
  };
}

export const NO_NOTICES: Incident["maintenance_notify_settings"] = {
  before_notice_minutes: null,
  second_before_notice_minutes: null,
  on_start: false,
  on_end: false,
};

/** @param row without its post-mortem where that is not to be told; with the rule of its series */
export function serializeIncident(
  page: Addressed,
  row: PlainIncidentRow & { postmortem?: string | null; recurrence?: string | null },
  service_ids: number[],
  updates: UpdateRow[],
  rendered: Rendered,
): Incident {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    title: row.title,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    type: row.type,
    service_ids,
    updates: updates.map((update) => serializeIncidentUpdate(update, rendered)),
    url: incidentUrl(page, row.id),
    translations: operatorsOwn(row.translations) as Incident["translations"],
    notify: row.notify,
    maintenance_notify: row.maintenance_notify,
    maintenance_notify_settings: {
      ...NO_NOTICES,
      ...(row.maintenance_notify_settings as object | null),
    },
    affects_uptime: row.affects_uptime,
    subscription_group_ids: row.subscription_group_ids,
    postmortem: row.postmortem ?? null,
    recurrence: row.recurrence ?? null,
    next_update_at: row.next_update_at,
    detected: row.automation === "detected" ? "automatic" : null,
  };
}
