import { bySeverity, type Severity } from "#lib/core/fields/severity.ts";

/** null: nothing is going on. `type` may be a custom type; `severity` is its base. */
export type CurrentState = { severity: Severity; type: string } | null;

type TreeService = { id: number; parent_id: number | null; private: boolean };
type ActiveIncident = {
  severity: Severity;
  type: string;
  starts_at: string;
  service_ids: readonly number[];
};

function worse(state: { severity: Severity; type: string }, than: CurrentState): boolean {
  return than === null || bySeverity(state.severity, than.severity) < 0;
}

/** The first of equally bad states. */
export function worstState(states: Iterable<CurrentState>): CurrentState {
  let worst: CurrentState = null;
  for (const state of states) if (state && worse(state, worst)) worst = state;
  return worst;
}

/**
 * The worst state of each service: of its own active incidents and of its children's. Among equally
 * bad incidents the earliest sets the type. A private service does not affect its parent.
 * @param services all services of a page
 * @param incidents only active ones
 */
export function serviceStates(
  services: readonly TreeService[],
  incidents: readonly ActiveIncident[],
): Map<number, CurrentState> {
  const byId = new Map(services.map((service) => [service.id, service]));
  const states = new Map<number, CurrentState>(services.map((service) => [service.id, null]));
  const inOrder = incidents.toSorted((a, b) =>
    a.starts_at < b.starts_at ? -1 : Number(a.starts_at > b.starts_at),
  );
  for (const { severity, type, service_ids } of inOrder) {
    for (const id of service_ids) {
      let service = byId.get(id);
      while (service && worse({ severity, type }, states.get(service.id) ?? null)) {
        states.set(service.id, { severity, type });
        service =
          service.private || service.parent_id === null ? undefined : byId.get(service.parent_id);
      }
    }
  }
  return states;
}

type Visibility = { is_private: boolean; is_granted: boolean };

/** Without private services and what is below them. @param only limits to these; null: all */
export function visibleServices<T extends TreeService>(
  services: readonly T[],
  only: readonly number[] | null,
): T[] {
  const byId = new Map(services.map((service) => [service.id, service]));
  const granted = only && new Set(only);
  const known = new Map<number, Visibility>();
  const reach = (service: T): Visibility => {
    const path: T[] = [];
    let at: T | undefined = service;
    for (; at && !known.has(at.id); at = at.parent_id === null ? undefined : byId.get(at.parent_id))
      path.push(at);
    let above = (at && known.get(at.id)) ?? { is_private: false, is_granted: granted === null };
    for (const { id, private: own } of path.reverse()) {
      above = {
        is_private: above.is_private || own,
        is_granted: above.is_granted || (granted?.has(id) ?? true),
      };
      known.set(id, above);
    }
    return above;
  };
  return services.filter((service) => {
    const { is_private, is_granted } = reach(service);
    return !is_private && is_granted;
  });
}
