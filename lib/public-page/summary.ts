import { z } from "zod";
import type { PageTarget } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { DEFAULT_LANG } from "#lib/i18n/translator.ts";
import { Incident, SEVERITIES } from "#lib/incidents/schema.ts";
import { serializeIncident } from "#lib/incidents/serialize.ts";
import { InfoNotice } from "#lib/info-notices/schema.ts";
import { serializeInfoNotice } from "#lib/info-notices/serialize.ts";
import type { PublicIncident } from "#lib/public-page/incidents.ts";
import { openSnapshot } from "#lib/public-page/open-snapshot.ts";
import type { Snapshot } from "#lib/public-page/snapshot.ts";
import { pageStatus, publicService, StatusPageStatus } from "#lib/public-page/status.ts";
import { descendants, type PublicService } from "#lib/public-page/tree.ts";
import type { ServiceTarget } from "#lib/services/read.ts";

const SummaryService = z
  .object({
    name: z.string(),
    id: z.int(),
    description: z.string().nullable(),
    current_incident_type: z.string().nullable(),
    get children() {
      return z.array(SummaryService);
    },
  })
  .meta({ id: "SummaryService" });
type SummaryService = z.infer<typeof SummaryService>;

const Happenings = z.object({
  incidents: z.array(Incident).meta({ description: "Open incidents" }),
  maintenances: z.array(Incident).meta({ description: "Running maintenances" }),
  upcoming_maintenances: z.array(Incident).meta({ description: "Maintenances that start within `scheduled_maintenance_days`" }),
  info_notices: z.array(InfoNotice).meta({ description: "Notices featured now" }),
  current_status_type: z.enum(SEVERITIES).nullable(),
});
type Happenings = z.infer<typeof Happenings>;

export const PageSummary = z.object({
  status_page: StatusPageStatus.extend({ default_lang: z.string() }),
  services: z.array(SummaryService),
  ...Happenings.shape,
});
export type PageSummary = z.infer<typeof PageSummary>;

export const ServiceSummary = z.object({ service: SummaryService, ...Happenings.shape });
export type ServiceSummary = z.infer<typeof ServiceSummary>;

function summaryService({ name, id, description, state, children }: PublicService): SummaryService {
  return { name, id, description, current_incident_type: state?.type ?? null, children: children.map(summaryService) };
}

function happenings(snapshot: Snapshot, concerns: (thing: { service_ids: number[] }) => boolean): Omit<Happenings, "current_status_type"> {
  const { subdomain } = snapshot.page;
  const serialize = (incidents: PublicIncident[]) =>
    incidents.filter(concerns).map((incident) => serializeIncident(subdomain, incident, incident.service_ids, incident.updates));
  return {
    incidents: serialize(snapshot.incidents),
    maintenances: serialize(snapshot.maintenances),
    upcoming_maintenances: serialize(snapshot.upcoming_maintenances),
    info_notices: snapshot.notices
      .filter(concerns)
      .map((notice) => serializeInfoNotice(subdomain, notice, notice.service_ids, notice.updates)),
  };
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function readPageSummary(ctx: Context, target: PageTarget): Promise<PageSummary> {
  const { snapshot } = await openSnapshot(ctx, target);
  return {
    status_page: { ...pageStatus(snapshot), default_lang: DEFAULT_LANG },
    services: snapshot.services.map(summaryService),
    ...happenings(snapshot, () => true),
    current_status_type: snapshot.state?.severity ?? null,
  };
}

/**
 * What concerns a service or one below it.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readServiceSummary(ctx: Context, target: ServiceTarget): Promise<ServiceSummary> {
  const { snapshot } = await openSnapshot(ctx, target);
  const service = publicService(snapshot, target.service_id);
  const ids = new Set([service, ...descendants(service)].map(({ id }) => id));
  return {
    service: summaryService(service),
    ...happenings(snapshot, ({ service_ids }) => service_ids.some((id) => ids.has(id))),
    current_status_type: service.state?.severity ?? null,
  };
}
