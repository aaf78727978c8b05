import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  type DownService,
  type LedOutage,
  listDownServices,
  listRecentOutages,
} from "#lib/monitoring/automation/queries.ts";
import type { Outage } from "#lib/monitoring/automation/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

const RECENT_S = 6 * 3_600;

type Row = Pick<LedOutage, "id" | "state" | "began_at" | "publish_at" | "draft_id" | "over_at">;

/** @param fields what is, or was, to be published */
export function serializeOutage(
  { draft_id, ...row }: Row,
  fields: unknown,
  down: readonly DownService[],
): Outage {
  const { id, began_at, publish_at, over_at } = row;
  return {
    id,
    state: row.state as Outage["state"],
    title: (fields as { title?: string } | null)?.title ?? "",
    began_at,
    publish_at,
    incident_draft_id: draft_id,
    over_at,
    down: down
      .filter(({ outage_id }) => outage_id === id)
      .map(({ service_id, name, reason, detail }) => ({ service_id, name, reason, detail })),
  };
}

/**
 * What waits to be published, the newest first, and what was over before it was within six hours.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listUnpublished(ctx: Context, target: PageTarget): Promise<Outage[]> {
  const grant = await authorize(ctx, "page.read", target);
  const since = later(wireNow(), -RECENT_S);
  const [rows, down] = await Promise.all([
    listRecentOutages(ctx.db, grant, since),
    listDownServices(ctx.db, grant),
  ]);
  return rows.map(({ fields, ...row }) => serializeOutage(row, fields, down));
}

/**
 * What is down in the outages that go on, and why.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listDown(ctx: Context, target: PageTarget): Promise<DownService[]> {
  const grant = await authorize(ctx, "page.read", target);
  return listDownServices(ctx.db, grant);
}
