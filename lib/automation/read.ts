import { authorize, type PageTarget } from "#lib/auth/authorize.ts";
import { type LedOutage, listRecentOutages } from "#lib/automation/queries.ts";
import type { Outage } from "#lib/automation/schema.ts";
import { later, wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";

const RECENT_S = 6 * 3_600;

type Row = Pick<LedOutage, "id" | "state" | "began_at" | "publish_at" | "draft_id" | "over_at">;

/** @param fields what is, or was, to be published */
export function serializeOutage({ draft_id, ...row }: Row, fields: unknown): Outage {
  const { id, began_at, publish_at, over_at } = row;
  return {
    id,
    state: row.state as Outage["state"],
    title: (fields as { title?: string } | null)?.title ?? "",
    began_at,
    publish_at,
    incident_draft_id: draft_id,
    over_at,
  };
}

/**
 * What waits to be published, the newest first, and what was over before it was within six hours.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listUnpublished(ctx: Context, target: PageTarget): Promise<Outage[]> {
  const grant = await authorize(ctx, "page.read", target);
  const rows = await listRecentOutages(ctx.db, grant, later(wireNow(), -RECENT_S));
  return rows.map(({ fields, ...row }) => serializeOutage(row, fields));
}
