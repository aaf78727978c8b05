type TreeService = { id: number; parent_id: number | null };

/**
 * Services in the order of their tree, each with its depth (roots: 0). What has no parent among
 * them is a root.
 */
export function outline<T extends TreeService>(services: readonly T[]): (T & { depth: number })[] {
  const known = new Set(services.map((service) => service.id));
  const below = Map.groupBy(services, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null,
  );
  const walk = (parent: number | null, depth: number): (T & { depth: number })[] =>
    (below.get(parent) ?? []).flatMap((service) => [
      { ...service, depth },
      ...walk(service.id, depth + 1),
    ]);
  return walk(null, 0);
}
