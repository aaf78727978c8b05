import { authorize, type PageTarget } from "#lib/auth/authorize.ts";
import { listRecentOutages } from "#lib/automation/queries.ts";
import { later, wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";

const RECENT_S = 6 * 3_600;

/** What monitoring found and no visitor has read of. */
export type Unpublished = {
  id: number;
  /** `waiting`: somebody may still decide; `recovered`: it was over before. */
  state: "waiting" | "recovered";
  title: string;
  began_at: string;
  /** null: when somebody publishes it */
  publish_at: string | null;
  draft_id: number | null;
  over_at: string | null;
};

/**
 * What waits to be published, the newest first, and what was over before it was within six hours.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listUnpublished(ctx: Context, target: PageTarget): Promise<Unpublished[]> {
  const grant = await authorize(ctx, "page.read", target);
  const rows = await listRecentOutages(ctx.db, grant, later(wireNow(), -RECENT_S));
  return rows.map(({ fields, state, ...row }) => ({
    ...row,
    state: state === "waiting" ? "waiting" : "recovered",
    title: (fields as { title?: string } | null)?.title ?? "",
  }));
}
