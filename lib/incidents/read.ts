import type { Db } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { openPage, validUntil } from "#lib/core/access/gate.ts";
import { type Addressed, incidentUrl } from "#lib/core/addresses/url.ts";
import type { Rendered } from "#lib/core/markdown/rendered.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { Declared } from "#lib/incidents/declared.ts";
import {
  type Affected,
  affectedAmong,
  listAllAffected,
  NOTHING_AFFECTED,
} from "#lib/incidents/impacts.queries.ts";
import { type IncidentFilter, listIncidentRows } from "#lib/incidents/list.queries.ts";
import {
  findNextChange,
  getIncidentRow,
  type IncidentRow,
  type PlainIncidentRow,
} from "#lib/incidents/queries.ts";
import { listRecurrences } from "#lib/incidents/recurrence/queries.ts";
import type { Incident, IncidentUpdate } from "#lib/incidents/schema.ts";
import { isOver } from "#lib/incidents/state.ts";
import {
  type Author,
  listAuthors,
  listUpdates,
  type UpdateRow,
} from "#lib/incidents/updates/queries.ts";
import { renderUpdates, serializeUpdate } from "#lib/incidents/updates/serialize.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { withoutMachineTranslations } from "#lib/platform/i18n/machine.ts";
import { type DeletedService, listDeletedServices } from "#lib/services/past-services.queries.ts";
import { listVisibleServiceIds } from "#lib/services/queries.ts";

/** @param visible the services that may be named; null: all */
export function serializeIncidentUpdate(
  row: UpdateRow,
  rendered: Rendered,
  visible: ReadonlySet<number> | null = null,
): IncidentUpdate {
  const { type, next_update_at } = row;
  const named = row.service_ids?.filter((id) => visible === null || visible.has(id)) ?? null;
  return { ...serializeUpdate(row, rendered), type, next_update_at, service_ids: named };
}

export const NO_NOTICES: Incident["maintenance_notify_settings"] = {
  before_notice_minutes: null,
  second_before_notice_minutes: null,
  on_start: false,
  on_end: false,
};

/** @param row with its series' rule; without the post-mortem where the caller may not read it */
export function serializeIncident(
  page: Addressed,
  row: PlainIncidentRow & { postmortem?: string | null; recurrence?: string | null },
  { service_ids, impacts }: Affected,
  updates: UpdateRow[],
  rendered: Rendered,
  visible: ReadonlySet<number> | null = null,
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
    updates: updates.map((update) => serializeIncidentUpdate(update, rendered, visible)),
    url: incidentUrl(page, row.id),
    translations: withoutMachineTranslations(row.translations) as Incident["translations"],
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
    plan: row.plan,
    impacts: impacts.map(({ service_id, type, starts_at, ends_at }) => {
      return { service_id, type, starts_at, ends_at };
    }),
    impacts_follow_updates: !(row.declared as Declared).impacts,
    reopened_at: row.reopened_at,
    detected: row.automation === "detected" ? "automatic" : null,
  };
}

/** Visitors may read a post-mortem once the incident is over. */
function mayReadPostmortem({ sees_private }: PageGrant, incident: IncidentRow): boolean {
  return sees_private || isOver(incident, wireNow());
}

export type IncidentTarget = PageTarget & { incident_id: number };
export type IncidentUpdateTarget = IncidentTarget & { update_id: number };

export async function completeIncidents(
  db: Db,
  grant: PageGrant,
  rows: IncidentRow[],
): Promise<Incident[]> {
  const ids = rows.map((row) => row.id);
  const planned = rows.filter(({ severity }) => severity === "scheduled").map(({ id }) => id);
  const [seen, affected, updates, rules] = await Promise.all([
    listVisibleServiceIds(db, grant),
    listAllAffected(db, grant, ids),
    listUpdates(db, grant, ids),
    listRecurrences(db, grant, planned),
  ]);
  const rendered = await renderUpdates(grant, updates.values());
  const named = seen && new Set(seen);
  return rows.map((row) => {
    const shown = affectedAmong(affected.get(row.id) ?? NOTHING_AFFECTED, named);
    const posted = updates.get(row.id) ?? [];
    const visible = mayReadPostmortem(grant, row) ? row : { ...row, postmortem: null };
    const recurring = { ...visible, recurrence: rules.get(row.id) };
    return serializeIncident(grant, recurring, shown, posted, rendered, named);
  });
}

/** Newest first by `starts_at`; visitors see only public services' incidents. */
export async function listIncidents(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  filter: IncidentFilter,
): Promise<Listed<Incident>> {
  const grant = await openPage(ctx, target);
  const at = wireNow();
  validUntil(grant, at, [await findNextChange(ctx.db, grant, at)]);
  return listIncidentRows(ctx.db, grant, slice, { filter, at }, (rows) =>
    completeIncidents(ctx.db, grant, rows),
  );
}

/** @throws {AppError} `not_found` */
export async function getIncident(ctx: Context, target: IncidentTarget): Promise<Incident> {
  const grant = await openPage(ctx, target);
  const row = await getIncidentRow(ctx.db, grant, target.incident_id);
  validUntil(grant, wireNow(), [row.ends_at]);
  const [incident] = await completeIncidents(ctx.db, grant, [row]);
  return incident as Incident;
}

/** The deleted services that an incident affected. @throws {AppError} `not_found`, `forbidden` */
export async function listDeletedAffected(
  ctx: Context,
  target: IncidentTarget,
): Promise<DeletedService[]> {
  const grant = await authorize(ctx, "page.read", target);
  const deleted = await listDeletedServices(ctx.db, grant, [target.incident_id]);
  return deleted.get(target.incident_id) ?? [];
}

/** Authors by update id. @throws {AppError} `not_found`, `forbidden` */
export async function listUpdateAuthors(
  ctx: Context,
  target: IncidentTarget,
): Promise<Map<number, Author>> {
  return listAuthors(ctx.db, await authorize(ctx, "page.read", target), target.incident_id);
}
