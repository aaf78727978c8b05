import { z } from "zod";
import type { PageTarget } from "#lib/core/access/authorize.ts";
import { named } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import type { Context } from "#lib/core/request/context.ts";
import { UPDATE_TYPES, type UpdateType } from "#lib/incidents/schema.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { listNewestTypes } from "#lib/site/snapshot/queries.ts";
import { publicService, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";

export const StatusPageStatus = z.object({
  url: z.string(),
  time_zone: z.string(),
  subdomain: z.string(),
  name: z.string(),
  current_incident_type: z.string().nullable(),
});
export type StatusPageStatus = z.infer<typeof StatusPageStatus>;

export const ServiceStatus = z
  .object({
    name: z.string(),
    id: z.int(),
    current_incident_type: z.string().nullable(),
    get children() {
      return z.array(ServiceStatus);
    },
  })
  .meta({ id: "ServiceStatus" });
export type ServiceStatus = z.infer<typeof ServiceStatus>;

named(StatusPageStatus, "StatusPageStatus");
named(ServiceStatus, "ServiceStatus");

export function pageStatus({ page, state }: Snapshot): StatusPageStatus {
  const { url, time_zone, subdomain, name } = page;
  return { url, time_zone, subdomain, name, current_incident_type: state?.type ?? null };
}

export function serviceStatus({ name, id, state, children }: PublicService): ServiceStatus {
  return {
    name,
    id,
    current_incident_type: state?.type ?? null,
    children: children.map(serviceStatus),
  };
}

export async function readPageStatus(ctx: Context, target: PageTarget): Promise<StatusPageStatus> {
  const { snapshot } = await loadSnapshot(ctx, target);
  return pageStatus(snapshot);
}

export async function readServiceStatus(
  ctx: Context,
  target: ServiceTarget,
): Promise<ServiceStatus> {
  const { snapshot } = await loadSnapshot(ctx, target);
  return serviceStatus(publicService(snapshot, target.service_id));
}

const IncidentOrMaintenance = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  starts_at: wireTime,
  services: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Null without updates. */
  current_status: z.object({ activity_type_id: z.enum(UPDATE_TYPES).nullable() }),
});
type IncidentOrMaintenance = z.infer<typeof IncidentOrMaintenance>;

export const PageStatusV1 = z.object({
  status_page: StatusPageStatus,
  services: z.array(ServiceStatus),
  incidents: z.array(IncidentOrMaintenance),
  maintenances: z.array(IncidentOrMaintenance),
});
type PageStatusV1 = z.infer<typeof PageStatusV1>;

/** Limits an answer to two megabytes of the longest names. */
const MAX_NAMED = 4_000;

/** @throws {AppError} `not_found`, `forbidden` */
export async function readPageStatusV1(ctx: Context, target: PageTarget): Promise<PageStatusV1> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  const { incidents, maintenances, upcoming_maintenances, by_id } = snapshot;
  const all = [...incidents, ...maintenances, ...upcoming_maintenances];
  const newest: Map<number, UpdateType> = await listNewestTypes(
    ctx.db,
    grant,
    all.map(({ id }) => id),
  );
  const named_each = Math.ceil(MAX_NAMED / Math.max(1, all.length));
  const told = ({
    id,
    title,
    type,
    starts_at,
    service_ids,
  }: PublicIncident): IncidentOrMaintenance => ({
    id,
    title,
    type,
    starts_at,
    services: service_ids.slice(0, named_each).flatMap((service) => {
      const found = by_id.get(service);
      return found ? [{ id: found.id, name: found.name }] : [];
    }),
    current_status: { activity_type_id: newest.get(id) ?? null },
  });
  return {
    status_page: pageStatus(snapshot),
    services: snapshot.services.map(serviceStatus),
    incidents: [...incidents, ...maintenances].map(told),
    maintenances: upcoming_maintenances.map(told),
  };
}
