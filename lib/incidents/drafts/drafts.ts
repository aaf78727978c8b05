import type { Trx } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import { lockPage } from "#lib/core/transaction/queries.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import {
  countDrafts,
  deleteDraftRow,
  getDraftRow,
  type IncidentDraftRow,
  insertDraft,
  listDraftRows,
  lockDraft,
  updateDraftRow,
} from "#lib/incidents/drafts/queries.ts";
import { type DraftFields, type IncidentDraft, MAX_DRAFTS } from "#lib/incidents/drafts/schema.ts";
import { checkGroups } from "#lib/incidents/groups/groups.ts";
import { NO_NOTICES } from "#lib/incidents/read.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** Earlier ids may belong to records deleted since. @throws {AppError} `invalid` */
async function checkNamed(
  trx: Trx,
  grant: PageGrant,
  given: DraftFields,
  before: Partial<DraftFields> = {},
): Promise<void> {
  const known = before.service_ids ?? [];
  const added = (given.service_ids ?? []).filter((id) => !known.includes(id));
  await checkKnown(trx, grant, added);
  await checkGroups(trx, grant, given, before);
}

/** @throws {AppError} `invalid` on `base` when the page has `MAX_DRAFTS` */
async function addDraft(trx: Trx, grant: PageGrant, fields: DraftFields): Promise<IncidentDraft> {
  await checkNamed(trx, grant, fields);
  assertBelowLimit(await lockPage(trx, grant), await countDrafts(trx, grant), MAX_DRAFTS);
  return serializeDraft(await insertDraft(trx, grant, { fields: JSON.stringify(fields) }));
}

/** @param from id of the original @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function createDraft(
  ctx: Context,
  target: PageTarget,
  fields: DraftFields,
  from: number | null = null,
): Promise<IncidentDraft> {
  const grant = await authorize(ctx, "incident.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const result = await addDraft(trx, grant, fields);
    const changes = { ...fields, ...(from !== null && { incident_id: from }) };
    const audit = { action: "incident_draft.create", subject_id: result.id, changes } as const;
    return { result, audit, events: [] };
  });
}

/** null removes a field. @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function updateDraft(
  ctx: Context,
  target: DraftTarget,
  given: DraftFields,
): Promise<IncidentDraft> {
  const grant = await authorize(ctx, "incident.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const draft = await lockDraft(trx, grant, target.incident_draft_id);
    const { id, fields } = draft;
    await checkNamed(trx, grant, given, fields as DraftFields);
    const changed = Object.entries({ ...(fields as object), ...given });
    const kept = Object.fromEntries(changed.filter(([, value]) => value !== null));
    const row = { fields: JSON.stringify(kept), updated_at: wireNow() };
    const result = serializeDraft(await updateDraftRow(trx, grant, id, row));
    const audit = { action: "incident_draft.update", subject_id: id, changes: given } as const;
    return { result, audit, events: [], was: { result: serializeDraft(draft) } };
  });
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function deleteDraft(ctx: Context, target: DraftTarget): Promise<void> {
  const grant = await authorize(ctx, "incident.write", target);
  await changeRecords(ctx, grant, async (trx) => {
    const { id } = await deleteDraftRow(trx, grant, target.incident_draft_id);
    const audit = { action: "incident_draft.delete", subject_id: id } as const;
    return { result: undefined, audit, events: [] };
  });
}

function serializeDraft(row: IncidentDraftRow): IncidentDraft {
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
    impacts: fields.impacts ?? [],
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

export type DraftTarget = PageTarget & { incident_draft_id: number };

/** Newest first. @throws {AppError} `not_found`, `forbidden` */
export async function listDrafts(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
): Promise<Listed<IncidentDraft>> {
  const grant = await authorize(ctx, "page.read", target);
  return listDraftRows(ctx.db, grant, slice, (rows) => rows.map(serializeDraft));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getDraft(ctx: Context, target: DraftTarget): Promise<IncidentDraft> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeDraft(await getDraftRow(ctx.db, grant, target.incident_draft_id));
}
