import { z } from "zod";
import type { PageTarget } from "#lib/core/access/authorize.ts";
import type { Addressed } from "#lib/core/addresses/url.ts";
import { named } from "#lib/core/fields/schema.ts";
import { SEVERITIES } from "#lib/core/fields/severity.ts";
import type { Context } from "#lib/core/request/context.ts";
import { InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { Incident } from "#lib/incidents/schema.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import type { CurrentState } from "#lib/services/state.ts";
import { bytesOf } from "#lib/site/json/budget.ts";
import { fitSummary, type SummaryRecords } from "#lib/site/json/fit-summary.ts";
import { pageStatus, StatusPageStatus } from "#lib/site/json/status.ts";
import { type Activity, readActivity } from "#lib/site/snapshot/activity.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { publicService } from "#lib/site/snapshot/snapshot.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";

const SummaryService = z
  .object({
    name: z.string(),
    id: z.int(),
    description: z.string().nullable().meta({
      description: "At most 2,000 characters; less of each, ending in …, where many are long",
    }),
    current_incident_type: z.string().nullable(),
    get children() {
      return z.array(SummaryService);
    },
  })
  .meta({ id: "SummaryService" });
type SummaryService = z.infer<typeof SummaryService>;

const count = z.int().min(0);

const SummaryLists = z.object({
  incidents: z.array(Incident).meta({
    description:
      "Open incidents, newest first; of very many the worst. Each with its newest updates: of very much text those that fit into four megabytes.",
  }),
  maintenances: z.array(Incident).meta({ description: "Running maintenances, newest first" }),
  upcoming_maintenances: z.array(Incident).meta({
    description: "Maintenances that start within `scheduled_maintenance_days`, the next one first",
  }),
  info_notices: z.array(InfoNotice).meta({ description: "Notices featured now, newest first" }),
  current_status_type: z.enum(SEVERITIES).nullable(),
  meta: z
    .object({
      total_counts: z.object({
        incidents: count,
        maintenances: count,
        upcoming_maintenances: count,
        info_notices: count,
      }),
    })
    .optional()
    .meta({
      description:
        "Only where a list is cut: how much there is. The lists of incidents and notices have all.",
    }),
});
type SummaryLists = z.infer<typeof SummaryLists>;

export const PageSummary = z.object({
  status_page: StatusPageStatus.extend({ default_lang: z.string() }),
  services: z.array(SummaryService),
  ...SummaryLists.shape,
});
export type PageSummary = z.infer<typeof PageSummary>;

export const ServiceSummary = z.object({ service: SummaryService, ...SummaryLists.shape });
export type ServiceSummary = z.infer<typeof ServiceSummary>;

named(PageSummary, "StatusPageSummary");
named(ServiceSummary, "ServiceSummary");

function summaryService({ name, id, description, state, children }: PublicService): SummaryService {
  return {
    name,
    id,
    description,
    current_incident_type: state?.type ?? null,
    children: children.map(summaryService),
  };
}

function totalCounts({ totals }: Activity): SummaryLists["meta"] {
  const { notices, ...counts } = totals;
  return { total_counts: { ...counts, info_notices: notices } };
}

// The document may have four megabytes, including aliases.
const MAX_BYTES = 3_800_000;
const SERVICES_BYTES = 2_000_000;
const DESCRIPTION_LENGTHS = [500, 100, 0];

function shortened(service: SummaryService, length: number): SummaryService {
  const { description, children } = service;
  const isLong = description !== null && description.length > length;
  return {
    ...service,
    description: isLong ? `${description.slice(0, length)}…` : description,
    children: children.map((child) => shortened(child, length)),
  };
}

function fitServices(services: SummaryService[]): SummaryService[] {
  let fitted = services;
  for (const length of DESCRIPTION_LENGTHS) {
    if (bytesOf(fitted) <= SERVICES_BYTES) return fitted;
    fitted = services.map((service) => shortened(service, length));
  }
  return fitted;
}

function isCut(records: SummaryRecords, { totals }: Activity): boolean {
  const { notices, ...others } = totals;
  const counts = { ...others, info_notices: notices };
  return (Object.keys(counts) as (keyof typeof counts)[]).some(
    (list) => records[list].length < counts[list],
  );
}

/** @param beside bytes of the rest of the summary */
async function summaryLists(
  page: Addressed,
  activity: Activity,
  state: CurrentState,
  beside: number,
): Promise<SummaryLists> {
  const records = await fitSummary(page, activity, MAX_BYTES - beside);
  return {
    ...records,
    current_status_type: state?.severity ?? null,
    ...(isCut(records, activity) && { meta: totalCounts(activity) }),
  };
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function readPageSummary(ctx: Context, target: PageTarget): Promise<PageSummary> {
  const { snapshot } = await loadSnapshot(ctx, target);
  const { page, state } = snapshot;
  const services = fitServices(snapshot.services.map(summaryService));
  return {
    status_page: { ...pageStatus(snapshot), default_lang: page.settings.default_language },
    services,
    ...(await summaryLists(page, snapshot, state, bytesOf(services))),
  };
}

/**
 * Summarizes what affects a service or its descendants; names no other services.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readServiceSummary(
  ctx: Context,
  target: ServiceTarget,
): Promise<ServiceSummary> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  const { page, as_of, scope, by_id } = snapshot;
  const service = publicService(snapshot, target.service_id);
  const ids = new Set([service, ...descendants(service)].map(({ id }) => id));
  const services = [...by_id.keys()].filter((id) => ids.has(id));
  const activity = await readActivity(ctx.db, grant, {
    scope: { ...scope, within: services },
    services,
    now: as_of,
    settings: page.settings,
  });
  const fitted = fitServices([summaryService(service)]);
  return {
    service: fitted[0] ?? summaryService(service),
    ...(await summaryLists(page, activity, service.state, bytesOf(fitted))),
  };
}
