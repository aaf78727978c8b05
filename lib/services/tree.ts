import type { Translate } from "#lib/platform/i18n/translator.ts";

type TreeService = { id: number; parent_id: number | null };

/** Depth first; `depth`: 0 for roots. A service whose parent is missing is a root. */
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

/** Names by id. An ambiguous name includes the parent's: `API (Europe)`. */
export function uniqueNames<T extends TreeService>(
  services: readonly T[],
  nameOf: (service: T) => string,
  t: Translate,
): Map<number, string> {
  const names = new Map(services.map((service) => [service.id, nameOf(service)]));
  const alike = Map.groupBy(services, nameOf);
  return new Map(
    services.map((service) => {
      const name = nameOf(service);
      const parent = service.parent_id === null ? undefined : names.get(service.parent_id);
      const isAlike = parent && (alike.get(name)?.length ?? 0) > 1;
      return [service.id, isAlike ? t("joined.note", { name, note: parent }) : name];
    }),
  );
}
