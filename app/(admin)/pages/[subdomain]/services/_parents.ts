import type { Admin } from "#app/(admin)/_shared/open.ts";
import { listPlainServices } from "#lib/services/read.ts";
import { outline } from "#lib/services/tree.ts";
import type { Parent } from "./_ui/parent-options.ts";

/** Possible parents: every service but itself and those below it. */
export async function readParents({ ctx, page }: Admin, service_id?: number): Promise<Parent[]> {
  return parentsIn(outline(await listPlainServices(ctx, page)), service_id);
}

type Outlined = { id: number; name: string; depth: number; parent_id: number | null };

/** The same of services that were read already, in the order of their tree. */
export function parentsIn(services: readonly Outlined[], service_id?: number): Parent[] {
  const byId = new Map(services.map((service) => [service.id, service]));
  const pathTo = (id: number | null): string => {
    const above = id === null ? undefined : byId.get(id);
    return above ? [pathTo(above.parent_id), above.name].filter(Boolean).join(" › ") : "";
  };
  const below = new Set(service_id === undefined ? [] : [service_id]);
  return services
    .filter(({ id, parent_id }) => {
      if (parent_id !== null && below.has(parent_id)) below.add(id);
      return !below.has(id);
    })
    .map(({ id, name, depth, parent_id }) => ({ id, name, depth, path: pathTo(parent_id) }));
}
