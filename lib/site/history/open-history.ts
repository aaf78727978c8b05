import type { PageTarget } from "#lib/core/access/authorize.ts";
import { SEVERITIES } from "#lib/core/fields/severity.ts";
import type { Context } from "#lib/core/request/context.ts";
import { dayOf } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { monthOf, type ShownMonth, shownMonth } from "#lib/site/history/months.ts";
import { dayUntil } from "#lib/site/snapshot/days.ts";
import { ONE_UPDATE, type PublicIncident, withDetails } from "#lib/site/snapshot/incidents.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
import { findIncident, listHappened } from "#lib/site/snapshot/queries.ts";
import { shownDays } from "#lib/site/snapshot/shown-days.ts";
import { publicService, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";

/** What a visitor looks for: a month, a service with what is below it, a type of incident. */
type HistoryFilter = {
  month?: string;
  service_id?: number;
  type?: string;
  /** The id of an incident: only what stands below it in the list. */
  before?: number;
};

export type History = ShownMonth & {
  service: PublicService | null;
  type: string | null;
  /** Newest first. */
  incidents: PublicIncident[];
  /** How many come after them. */
  earlier: number;
  /** Whether they are all that matches in the month. */
  is_whole: boolean;
};

function isType(type: string, { types }: Snapshot): boolean {
  return SEVERITIES.some((severity) => severity === type) || types.has(type);
}

/**
 * What went on during a month of the page's zone, with the page.
 * @throws {AppError} `not_found`, also for months that the page does not show; `forbidden`
 */
export async function openHistory(
  ctx: Context,
  { before, service_id, type, ...target }: PageTarget & HistoryFilter,
): Promise<{ snapshot: Snapshot; history: History }> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  const { page, as_of, by_id } = snapshot;
  const shown = await shownDays(ctx.db, grant, snapshot);
  const month = shownMonth(target.month ?? monthOf(dayOf(as_of, page.time_zone)), shown);
  if (!month || (type !== undefined && !isType(type, snapshot))) throw notFound();
  const service = service_id === undefined ? null : publicService(snapshot, service_id);
  const within = service ? [service, ...descendants(service)].map(({ id }) => id) : undefined;
  const scope = { ...snapshot.scope, within, type };
  const after = before === undefined ? undefined : await findIncident(ctx.db, grant, scope, before);
  if (before !== undefined && !after) throw notFound();
  const span = {
    from: dayUntil(month.from_day, page.time_zone, as_of).from,
    to: dayUntil(month.to_day, page.time_zone, as_of).to,
  };
  const rows = await listHappened(ctx.db, grant, scope, span, after);
  const earlier = (rows[0]?.total ?? 0) - rows.length;
  return {
    snapshot,
    history: {
      ...month,
      service,
      type: type ?? null,
      incidents: await withDetails(ctx.db, grant, rows, [...by_id.keys()], ONE_UPDATE),
      earlier,
      is_whole: !after && earlier === 0,
    },
  };
}
