import { z } from "zod";
import type { PageTarget } from "#lib/core/access/authorize.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import type { Context } from "#lib/core/request/context.ts";
import { UPDATE_TYPES, type UpdateType } from "#lib/incidents/schema.ts";
import {
  pageStatus,
  ServiceStatus,
  StatusPageStatus,
  serviceStatus,
} from "#lib/site/json/status.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";
import { listNewestTypes } from "#lib/site/snapshot/queries.ts";

const Happening = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  starts_at: wireTime,
  services: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The type of the newest update; null before the first. */
  current_status: z.object({ activity_type_id: z.enum(UPDATE_TYPES).nullable() }),
});
type Happening = z.infer<typeof Happening>;

/** The status of a page as clients of `/api/v1` read it: more than v2 answers. */
export const PageStatusV1 = z.object({
  status_page: StatusPageStatus,
  services: z.array(ServiceStatus),
  incidents: z.array(Happening),
  maintenances: z.array(Happening),
});
type PageStatusV1 = z.infer<typeof PageStatusV1>;

/** Services named with incidents, in one answer: two megabytes of the longest names. */
const MAX_NAMED = 4_000;

/** @throws {AppError} `not_found`, `forbidden` */
export async function readPageStatusV1(ctx: Context, target: PageTarget): Promise<PageStatusV1> {
  const { grant, snapshot } = await openSnapshot(ctx, target);
  const { incidents, maintenances, upcoming_maintenances, by_id } = snapshot;
  const all = [...incidents, ...maintenances, ...upcoming_maintenances];
  const newest: Map<number, UpdateType> = await listNewestTypes(
    ctx.db,
    grant,
    all.map(({ id }) => id),
  );
  const named_each = Math.ceil(MAX_NAMED / Math.max(1, all.length));
  const told = ({ id, title, type, starts_at, service_ids }: PublicIncident): Happening => ({
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
