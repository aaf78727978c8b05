import { isDeepStrictEqual } from "node:util";
import { authorize } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import type { Context } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteDraftRow, getDraftRow, lockDraft } from "#lib/incidents/drafts/queries.ts";
import type { DraftTarget } from "#lib/incidents/drafts/read.ts";
import { CreateIncident, type Incident } from "#lib/incidents/schema.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

/**
 * Makes an incident or a maintenance of a draft, which is then gone: both, or neither.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` while something is missing; `conflict` where
 *   somebody changed the draft meanwhile
 */
export async function publishDraft(ctx: Context, target: DraftTarget): Promise<Incident> {
  const grant = await authorize(ctx, "incident.write", target);
  const { id, fields } = await getDraftRow(ctx.db, grant, target.incident_draft_id);
  const input = parseInput(CreateIncident, fields);
  const publishing: Context = {
    ...ctx,
    precondition: async (trx) => {
      await ctx.precondition?.(trx);
      const locked = await lockDraft(trx, grant, id);
      if (!isDeepStrictEqual(locked.fields, fields))
        throw new AppError("conflict", "The draft has changed meanwhile");
    },
    before_commit: async (trx, result) => {
      await deleteDraftRow(trx, grant, id);
      await ctx.before_commit?.(trx, result);
    },
  };
  return createIncident(publishing, target, input);
}
