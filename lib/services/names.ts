type TreeService = { id: number; parent_id: number | null };

/**
 * Names of services for use outside the tree, by id: a name that several services share gets that
 * of the parent, `API (Europe)`.
 */
export function tellingNames<T extends TreeService>(
  services: readonly T[],
  nameOf: (service: T) => string,
): Map<number, string> {
  const names = new Map(services.map((service) => [service.id, nameOf(service)]));
  const alike = Map.groupBy(services, nameOf);
  return new Map(
    services.map((service) => {
      const name = nameOf(service);
      const parent = service.parent_id === null ? undefined : names.get(service.parent_id);
      return [
        service.id,
        parent && (alike.get(name)?.length ?? 0) > 1 ? `${name} (${parent})` : name,
      ];
    }),
  );
}
