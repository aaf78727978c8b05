import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getDraftRow, listDraftRows } from "#lib/incidents/drafts/queries.ts";
import type { IncidentDraft } from "#lib/incidents/drafts/schema.ts";
import { serializeDraft } from "#lib/incidents/drafts/serialize.ts";

export type DraftTarget = PageTarget & { incident_draft_id: number };

/** The page's drafts, newest first. @throws {AppError} `not_found`, `forbidden` */
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
