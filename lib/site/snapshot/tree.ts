import type { Severity } from "#lib/core/fields/severity.ts";
import type { PlainServiceRow } from "#lib/services/queries.ts";
import { type CurrentState, worstState } from "#lib/services/state.ts";
import type { UptimeDay } from "#lib/services/uptime/uptime.ts";

export type PublicService = PlainServiceRow & {
  state: CurrentState;
  own: CurrentState;
  children: PublicService[];
  days: UptimeDay[];
  uptime: number | null;
  /** Set if the page shows more than 30 days. */
  uptime_30: number | null;
  /** In the page's zone. */
  added_day: string;
  /**
   * The first day with data, `YYYY-MM-DD`: the day it was added or, if earlier, of its first
   * incident.
   */
  first_day: string;
};

/** Builds the tree in the given order; parents may follow their children. */
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

export function affectedBelow(service: PublicService): { affected: number; total: number } {
  const leaves = descendants(service).filter((below) => below.children.length === 0);
  return { affected: leaves.filter((leaf) => leaf.state !== null).length, total: leaves.length };
}

function leafStates({ children }: PublicService, above: CurrentState): CurrentState[] {
  return children.flatMap((child) => {
    const own = worstState([child.own, above]);
    return child.children.length > 0 ? leafStates(child, own) : [worstState([child.state, above])];
  });
}

export type Part = { severity: Severity; affected: number; total: number };

/**
 * The part of a service's leaves that are as bad as the service; null if all are, or the service
 * itself is.
 */
export function partOf(service: PublicService): Part | null {
  const { state, own, children } = service;
  if (!state || own?.severity === state.severity || children.length === 0) return null;
  const leaves = leafStates(service, null);
  const affected = leaves.filter((leaf) => leaf?.severity === state.severity).length;
  if (affected === 0 || affected === leaves.length) return null;
  return { severity: state.severity, affected, total: leaves.length };
}
