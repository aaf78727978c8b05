import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage, changeRecords } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { deleteDraftRow } from "#lib/incidents/drafts/queries.ts";
import { incidentUpdated } from "#lib/incidents/events.ts";
import { updateIncidentRow } from "#lib/incidents/queries.ts";
import { completeIncidents, type IncidentTarget } from "#lib/incidents/read.ts";
import { lockForChange, recompute } from "#lib/incidents/recompute.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { publishDraft } from "#lib/monitoring/automation/open-outage.ts";
import {
  type DownService,
  findOutage,
  listDownServices,
  listRecentOutages,
  type OutageWithIncident,
  updateOutage,
} from "#lib/monitoring/automation/queries.ts";
import type { Outage } from "#lib/monitoring/automation/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";

const RECENT_S = 6 * 3_600;

type Row = Pick<
  OutageWithIncident,
  "id" | "state" | "began_at" | "publish_at" | "draft_id" | "over_at"
>;

/** @param fields of the draft, or of the former draft */
function serializeOutage(
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
 * Outages that wait to be published, newest first, and those that recovered within six hours before
 * publication.
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
 * Failed services of ongoing outages, with reasons.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listDown(ctx: Context, target: PageTarget): Promise<DownService[]> {
  const grant = await authorize(ctx, "page.read", target);
  return listDownServices(ctx.db, grant);
}

type OutageTarget = PageTarget & { outage_id: number };

/** @throws {AppError} `not_found`; `conflict` when there is nothing left to decide */
function requireWaiting(
  outage: OutageWithIncident | undefined,
): OutageWithIncident & { draft_id: number } {
  if (!outage) throw notFound();
  const { draft_id, state, over_at } = outage;
  if (state !== "waiting" || over_at !== null || draft_id === null)
    throw new AppError("conflict", "It is published, dismissed or over already");
  return { ...outage, draft_id };
}

/**
 * Publishes a waiting outage now; it counts as confirmed.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`, `conflict`
 */
export async function publishOutage(ctx: Context, target: OutageTarget): Promise<Incident> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    const waiting = requireWaiting(await findOutage(trx, grant, target.outage_id));
    const done = await publishDraft({ trx, grant, page }, waiting, "confirmed");
    return { result: done.incident, audit: done.audit, events: done.events };
  });
}

/**
 * Dismisses a waiting outage.
 * @throws {AppError} `not_found`, `forbidden`, `conflict`
 */
export async function dismissOutage(ctx: Context, target: OutageTarget): Promise<Outage> {
  const grant = await authorize(ctx, "incident.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const outage = requireWaiting(await findOutage(trx, grant, target.outage_id));
    const { id, draft_id } = outage;
    const dismissed = { state: "dismissed", publish_at: null };
    const down = await listDownServices(trx, grant);
    await updateOutage(trx, grant, id, dismissed);
    const { fields } = await deleteDraftRow(trx, grant, draft_id);
    const { title } = fields as { title?: string };
    return {
      result: serializeOutage({ ...outage, ...dismissed, draft_id: null }, fields, down),
      audit: { action: "outage.dismiss", subject_id: id, changes: { title } },
      events: [],
    };
  });
}

/**
 * Confirms a detected incident: visitors no longer read that it was detected automatically.
 * Monitoring still resolves it.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function confirmIncident(ctx: Context, target: IncidentTarget): Promise<Incident> {
  const grant = await authorize(ctx, "incident.write", target);
  return changePage(ctx, grant, async (trx) => {
    const { incident, before } = await lockForChange(trx, grant, target.incident_id);
    if (incident.automation !== "detected") {
      const [known] = await completeIncidents(trx, grant, [incident]);
      return unchanged(known as Incident);
    }
    const confirmed = { automation: "confirmed" } as const;
    const row = await updateIncidentRow(trx, grant, incident.id, confirmed);
    const recomputed = await recompute(trx, grant, row, before, { isConfirmation: true });
    return {
      result: recomputed.incident,
      audit: {
        action: "incident.confirm",
        subject_id: incident.id,
        changes: { title: incident.title },
      },
      events: [incidentUpdated(recomputed)],
    };
  });
}
