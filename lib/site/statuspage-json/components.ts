import type { Severity } from "#lib/core/fields/severity.ts";
import { MAX_NAME } from "#lib/core/fields/text.ts";
import { latestOf } from "#lib/platform/clock.ts";
import type { CurrentState } from "#lib/services/state.ts";
import { bytesOf } from "#lib/site/json/budget.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";
import {
  type Component,
  type ComponentStatus,
  momentIn,
  type Status,
} from "#lib/site/statuspage-json/shapes.ts";

const STATUS: Record<Severity, ComponentStatus> = {
  major: "major_outage",
  minor: "degraded_performance",
  scheduled: "under_maintenance",
};

export function statusOf(severity: Severity | undefined): ComponentStatus {
  return severity ? STATUS[severity] : "operational";
}

function statusNow(state: CurrentState): ComponentStatus {
  return statusOf(state?.severity);
}

const BETWEEN = " - ";

/** Joins names up to the maximum length, cutting the beginning. */
function pathOf(names: readonly string[]): string {
  const path = names.join(BETWEEN);
  return path.length <= MAX_NAME ? path : `…${path.slice(1 - MAX_NAME).toWellFormed()}`;
}

type Placed = {
  service: PublicService;
  names: string[];
  root: PublicService | null;
  position: number;
};

/** Components do not nest: a root holds all its descendants. */
function placed(roots: readonly PublicService[]): Placed[] {
  const below = (service: PublicService, names: string[]): [PublicService, string[]][] =>
    service.children.flatMap((child) => {
      const path = [...names, child.name];
      return [[child, path] as [PublicService, string[]], ...below(child, path)];
    });
  return roots.flatMap((root, index) => [
    { service: root, names: [root.name], root: null, position: index + 1 },
    ...below(root, []).map(([service, names], place) => ({
      service,
      names,
      root,
      position: place + 1,
    })),
  ]);
}

function changesOf({ as_of, incidents, maintenances, past_days }: Snapshot): Map<number, string> {
  const changes = new Map<number, string>();
  const note = ({ starts_at, ends_at, plan, service_ids, impacts }: PublicIncident) => {
    if (plan !== null) return;
    const whole = service_ids.map((service_id) => ({ service_id, starts_at, ends_at }));
    for (const { service_id: id, ...span } of impacts.length > 0 ? impacts : whole) {
      const passed = [span.starts_at, span.ends_at ?? ""].filter((time) => time <= as_of);
      changes.set(id, latestOf(...passed, changes.get(id) ?? ""));
    }
  };
  for (const incident of [...incidents, ...maintenances]) note(incident);
  for (const day of past_days) for (const incident of day.incidents) note(incident);
  return changes;
}

// All descriptions are shortened alike until they fit.
const COMPONENTS_BYTES = 2_000_000;
const DESCRIPTION_LENGTHS = [2_000, 500, 100, 0];

function shortened(component: Component, length: number): Component {
  const { description } = component;
  if (description === null || description.length <= length) return component;
  const beginning = description.slice(0, length).toWellFormed();
  return { ...component, description: length === 0 ? null : `${beginning}…` };
}

function fitted(components: Component[]): Component[] {
  let fitting = components;
  for (const length of DESCRIPTION_LENGTHS) {
    fitting = components.map((component) => shortened(component, length));
    if (bytesOf(fitting) <= COMPONENTS_BYTES) break;
  }
  return fitting;
}

export function componentsOf(snapshot: Snapshot): Component[] {
  const { page, services } = snapshot;
  const changes = changesOf(snapshot);
  const at = (time: string) => momentIn(page.time_zone, time);
  const components = placed(services).map(({ service, names, root, position }): Component => {
    const { id, inserted_at, updated_at, description, first_day, state } = service;
    const all = [service, ...descendants(service)];
    const showcase = page.settings.display_uptime_graph && service.display_uptime_graph;
    const isGroup = root === null && service.children.length > 0;
    return {
      id: String(id),
      name: pathOf(names),
      status: statusNow(state),
      created_at: at(inserted_at),
      updated_at: at(latestOf(updated_at, ...all.map((each) => changes.get(each.id) ?? ""))),
      position,
      description: description || null,
      showcase,
      start_date: showcase ? first_day : null,
      group_id: root && String(root.id),
      page_id: String(page.id),
      group: isGroup,
      only_show_if_degraded: false,
      ...(isGroup && { components: descendants(service).map((child) => String(child.id)) }),
    };
  });
  return fitted(components);
}

/** Full names by id: `Group - Leaf`. */
export function wholeNames(components: readonly Component[]): Map<string, string> {
  const names = new Map(components.map(({ id, name }) => [id, name]));
  return new Map(
    components.map(({ id, name, group_id }) => {
      const group = group_id === null ? undefined : names.get(group_id);
      return [id, group === undefined ? name : pathOf([group, name])];
    }),
  );
}

type Indicator = Status["indicator"];

const DESCRIPTION: Record<Indicator, string> = {
  none: "All Systems Operational",
  minor: "Minor Service Outage",
  major: "Partial System Outage",
  critical: "Major Service Outage",
  maintenance: "Service Under Maintenance",
};

function isEverythingDown(components: readonly Component[]): boolean {
  const leaves = components.filter(({ group }) => !group);
  return leaves.length > 0 && leaves.every(({ status }) => status === "major_outage");
}

/** Clients compare these words: they are English in every language. */
export function pageStatus({ state }: Snapshot, components: readonly Component[]): Status {
  switch (state?.severity) {
    case "major": {
      const indicator = isEverythingDown(components) ? "critical" : "major";
      return { indicator, description: DESCRIPTION[indicator] };
    }
    case "minor":
      return { indicator: "minor", description: DESCRIPTION.minor };
    case "scheduled":
      return { indicator: "maintenance", description: DESCRIPTION.maintenance };
    default:
      return { indicator: "none", description: DESCRIPTION.none };
  }
}
