import type { Severity } from "#lib/core/fields/severity.ts";
import type { PlainServiceRow } from "#lib/services/queries.ts";
import { type CurrentState, worstState } from "#lib/services/state.ts";
import type { UptimeDay } from "#lib/services/uptime/uptime.ts";

/** A service as a visitor sees it. */
export type PublicService = PlainServiceRow & {
  /** What goes on with it and what is below it. */
  state: CurrentState;
  /** What goes on with itself. */
  own: CurrentState;
  children: PublicService[];
  /** Days on which something happened, oldest first. */
  days: UptimeDay[];
  /** In percent, unrounded; null where no uptime is shown. */
  uptime: number | null;
  /** The same of the last 30 days, where more are shown. */
  uptime_30: number | null;
  /**
   * The first day that is known of, `YYYY-MM-DD`: that on which it was added, or on which something
   * first happened to it if that is before (history entered afterwards). Before it there is no data.
   */
  first_day: string;
};

/** The services as a tree, in the order given: parents may come after their children. */
export function treeOf(services: readonly PublicService[]): PublicService[] {
  const byId = new Map(services.map((service) => [service.id, service]));
  const roots: PublicService[] = [];
  for (const service of services) {
    const parent = service.parent_id === null ? undefined : byId.get(service.parent_id);
    (parent?.children ?? roots).push(service);
  }
  return roots;
}

export function descendants(service: PublicService): PublicService[] {
  return service.children.flatMap((child) => [child, ...descendants(child)]);
}

/**
 * How many services below this one are affected, of how many; services that only group others are
 * not counted.
 */
export function affectedBelow(service: PublicService): { affected: number; total: number } {
  const leaves = descendants(service).filter((below) => below.children.length === 0);
  return { affected: leaves.filter((leaf) => leaf.state !== null).length, total: leaves.length };
}

/** What goes on with each service below one that groups no others, also by what groups it. */
function leafStates({ children }: PublicService, above: CurrentState): CurrentState[] {
  return children.flatMap((child) => {
    const own = worstState([child.own, above]);
    return child.children.length > 0 ? leafStates(child, own) : [worstState([child.state, above])];
  });
}

/** What part of a service is how bad. */
export type Part = { severity: Severity; affected: number; total: number };

/**
 * What part of what is below a service is as bad as it is; null where that is all of it, or the
 * service itself is.
 */
export function partOf(service: PublicService): Part | null {
  const { state, own, children } = service;
  if (!state || own?.severity === state.severity || children.length === 0) return null;
  const leaves = leafStates(service, null);
  const affected = leaves.filter((leaf) => leaf?.severity === state.severity).length;
  if (affected === 0 || affected === leaves.length) return null;
  return { severity: state.severity, affected, total: leaves.length };
}
