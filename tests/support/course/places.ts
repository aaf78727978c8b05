// Where services were in the tree, and when.

export type ModelService = {
  name: string;
  id: number;
  born: number;
  parent: number | null;
  isPrivate: boolean;
};

/** The services as they were from a moment on, oldest first. */
export type Past = { at: number; services: ModelService[] }[];

/** Where a service was from a moment until another. */
export type Place = { service: ModelService; from: number; to: number };
export function visibleIn(services: readonly ModelService[]): Set<number> {
  const byId = new Map(services.map((service) => [service.id, service]));
  const isVisible = ({ isPrivate, parent }: ModelService): boolean => {
    const above = parent === null ? undefined : byId.get(parent);
    return !isPrivate && (above === undefined || isVisible(above));
  };
  return new Set(services.filter(isVisible).map(({ id }) => id));
}

/** The places of every service; before it first moved it was always where it was. */
export function placesOf(past: Past): Place[] {
  const places: Place[] = [];
  for (const { at, services } of past) {
    for (const place of places)
      if (place.to === Infinity && !services.some(({ id }) => id === place.service.id))
        place.to = at;
    for (const service of services) {
      const last = places.findLast((place) => place.service.id === service.id);
      const { parent, isPrivate } = last?.service ?? {};
      if (parent === service.parent && isPrivate === service.isPrivate) continue;
      if (last) last.to = at;
      places.push({ service, from: last ? at : -Infinity, to: Infinity });
    }
  }
  return places;
}
