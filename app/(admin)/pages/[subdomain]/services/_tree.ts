import type { PlainServiceRow } from "#lib/services/queries.ts";
import { outline } from "#lib/services/tree.ts";

/** Where a service stands or could stand: below what, and as the how manieth there. */
export type Place = { parent_id: number | null; position: number };

export type Moves = Partial<Record<"up" | "down" | "in" | "out", Place>>;

/** A service in the order of the tree, with where it stands and where one step would take it. */
export type TreeRow = PlainServiceRow & { depth: number; place: Place; moves: Moves };

/** All services in their order, each with the steps it can take. */
export function treeOf(services: readonly PlainServiceRow[]): TreeRow[] {
  const siblings = Map.groupBy(services, ({ parent_id }) => parent_id);
  const byId = new Map(services.map((service) => [service.id, service]));
  const positions = new Map(
    [...siblings.values()].flatMap((own) => own.map(({ id }, index) => [id, index] as const)),
  );
  const positionOf = ({ id }: PlainServiceRow) => positions.get(id) ?? 0;
  return outline(services).map((service) => {
    const { parent_id } = service;
    const own = siblings.get(parent_id) ?? [];
    const position = positionOf(service);
    const above = own[position - 1];
    const parent = parent_id === null ? undefined : byId.get(parent_id);
    const last = (id: number) => siblings.get(id)?.length ?? 0;
    return {
      ...service,
      place: { parent_id, position },
      moves: {
        ...(position > 0 && { up: { parent_id, position: position - 1 } }),
        ...(position < own.length - 1 && { down: { parent_id, position: position + 1 } }),
        ...(above && { in: { parent_id: above.id, position: last(above.id) } }),
        ...(parent && {
          out: { parent_id: parent.parent_id, position: positionOf(parent) + 1 },
        }),
      },
    };
  });
}
