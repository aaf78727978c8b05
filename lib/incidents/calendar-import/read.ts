import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findImport, type Result } from "#lib/incidents/calendar-import/queries.ts";
import { getIntegrationRow } from "#lib/pages/integrations/queries.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/read.ts";

export type LastImport = {
  /** Wire time; null: nothing was imported yet. */
  checked_at: string | null;
  /** Why nothing could be imported, in a few words of English. */
  last_error: string | null;
  counts: Omit<Result, "run"> | null;
};

/** What came of the last import of a calendar. @throws {AppError} `not_found`, `forbidden` */
export async function lastImport(ctx: Context, target: IntegrationTarget): Promise<LastImport> {
  const grant = await authorize(ctx, "integration.write", target);
  const { id, checked_at, last_error } = await getIntegrationRow(
    ctx.db,
    grant,
    target.integration_id,
  );
  const found = await findImport(ctx.db, grant, id);
  if (!found?.result) return { checked_at, last_error, counts: null };
  const { run: _, ...counts } = found.result;
  return { checked_at, last_error, counts };
}
