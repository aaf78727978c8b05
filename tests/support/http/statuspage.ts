import type { Severity } from "#lib/core/fields/severity.ts";
import { declare } from "#lib/incidents/declared.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { worstState } from "#lib/services/state.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { type PublicService, treeOf } from "#lib/site/snapshot/tree.ts";

export const NOW = "2026-11-20T12:00:00";

export type Drawn = {
  id: number;
  name?: string;
  description?: string;
  parent_id?: number;
  severity?: Severity;
};

export function snapshotOf(services: Drawn[], time_zone = "Etc/UTC"): Snapshot {
  const all = services.map(
    ({ severity, ...service }) =>
      ({
        name: `S${service.id}`,
        parent_id: null,
        description: null,
        display_uptime_graph: true,
        inserted_at: "2026-01-01T00:00:00",
        updated_at: "2026-01-02T00:00:00",
        first_day: "2026-01-01",
        state: severity ? { severity, type: severity } : null,
        children: [],
        ...service,
      }) as unknown as PublicService,
  );
  return {
    page: { id: 7, address: "acme", time_zone, settings: { display_uptime_graph: true } },
    as_of: NOW,
    state: worstState(all.map(({ state }) => state)),
    services: treeOf(all),
    by_id: new Map(all.map((service) => [service.id, service])),
    types: new Map([["fire", { base_severity: "major" }]]),
    incidents: [],
    maintenances: [],
    past_days: [],
  } as unknown as Snapshot;
}

export type Said = [UpdateType, posted_at: string];

export function incidentOf(
  severity: Severity,
  [starts_at, ends_at]: [string, string | null],
  said: Said[],
  more: Partial<PublicIncident> = {},
): PublicIncident {
  const updates = said.map(([type, posted_at], index) => ({
    id: index + 1,
    type,
    posted_at,
    description: `**${type}**`,
    inserted_at: posted_at,
    updated_at: posted_at,
    notify: false,
  }));
  return {
    id: 9,
    title: "Trouble",
    type: severity,
    severity,
    starts_at,
    ends_at,
    plan: null,
    declared: declare({ type: severity, starts_at, ends_at }, 0),
    inserted_at: starts_at,
    updated_at: starts_at,
    service_ids: [1],
    deleted_services: [],
    impacts: [],
    updates: updates.reverse(),
    ...more,
  } as unknown as PublicIncident;
}
