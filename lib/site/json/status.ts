import { z } from "zod";
import type { PageTarget } from "#lib/core/access/authorize.ts";
import { named } from "#lib/core/fields/schema.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
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

/** @throws {AppError} `not_found`, `forbidden` */
export async function readPageStatus(ctx: Context, target: PageTarget): Promise<StatusPageStatus> {
  const { snapshot } = await openSnapshot(ctx, target);
  return pageStatus(snapshot);
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function readServiceStatus(
  ctx: Context,
  target: ServiceTarget,
): Promise<ServiceStatus> {
  const { snapshot } = await openSnapshot(ctx, target);
  return serviceStatus(publicService(snapshot, target.service_id));
}
