import type { Admin } from "#app/(admin)/_shared/open.ts";
import { relative } from "#app/(admin)/_shared/paging.ts";
import { type CourseRow, rowsOf } from "#app/(admin)/pages/[subdomain]/incidents/_course.ts";
import { Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { builtInSeverity, type Severity } from "#lib/core/fields/severity.ts";
import { everAffected } from "#lib/incidents/affected.ts";
import type { IncidentFilter } from "#lib/incidents/list.queries.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { type Incident, IncidentQuery } from "#lib/incidents/schema.ts";
import { listIncidentTypes } from "#lib/incidents/types/incident-types.ts";
import type { StatusPage } from "#lib/pages/schema.ts";
import { toWire } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { listPlainServices } from "#lib/services/read.ts";
import { uniqueNames } from "#lib/services/tree.ts";

export const FILTERS = ["open", "maintenance", "all"] as const;
export type Filter = (typeof FILTERS)[number];

/**
 * An incident with the names of its services, what its type means, and the type's name where it is
 * the page's own.
 */
export type Listed = Incident & {
  services: string[];
  /** And those that suffered only earlier. */
  all_services: string[];
  severity: Severity;
  type_name: string | null;
  /** Services that suffered alike, with the names of what they name. */
  course: (CourseRow & { names: string[]; type_name: Severity | { name: string } })[];
};

type IncidentList = {
  incidents: Listed[];
  total_count: number;
  newer: string | null;
  older: string | null;
};

const NARROWING = ["q", "service_id", "type", "from", "to"] as const;
type Narrowing = Partial<Record<(typeof NARROWING)[number], string>>;
export type ListQuery = Narrowing & { show?: string; after?: string; before?: string };

/** Whether more than the tab decides what is listed. */
export function isNarrowed(query: ListQuery): boolean {
  return NARROWING.some((name) => query[name]);
}

export function filterOf({ show }: ListQuery): Filter {
  return FILTERS.find((known) => known === show) ?? "open";
}

function addressOf(subdomain: string, query: ListQuery): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return `${env().APP_URL}/pages/${subdomain}/incidents?${new URLSearchParams(given)}`;
}

/** When a day, or one after it, begins in a zone; what is no day is left for the schema to refuse. */
function startOf(day: string, days: number, zone: string): string {
  try {
    return toWire(Temporal.PlainDate.from(day).add({ days }).toZonedDateTime(zone).toInstant());
  } catch {
    return day;
  }
}

/** @throws {AppError} `bad_request` */
export function narrowed({ time_zone }: StatusPage, query: ListQuery): IncidentFilter {
  const { q, service_id, type, from, to } = query;
  const { data, success } = IncidentQuery.safeParse({
    ...{ q, service_id, type },
    from: from && startOf(from, 0, time_zone),
    to: to && startOf(to, 1, time_zone),
  });
  if (!success) throw new AppError("bad_request", "This is no filter");
  const shown = {
    open: { status: "open" as const },
    maintenance: { severity: "scheduled" as const },
    all: {},
  }[filterOf(query)];
  return { ...data, ...shown };
}

/** One screen of incidents. @throws {AppError} `bad_request` for a cursor that is not ours */
export async function readIncidents(
  { ctx, page, t }: Admin,
  query: ListQuery,
): Promise<IncidentList> {
  const { show, after, before, q, service_id, type, from, to } = query;
  const address = addressOf(page.subdomain, { show, after, before, q, service_id, type, from, to });
  const slice = sliceFrom(Pagination.parse({ after, before }), address);
  const { rows, ...envelope } = await listIncidents(ctx, page, slice, narrowed(page, query));
  const { links, meta } = pageLinks(address, envelope);
  return {
    incidents: await withNames({ ctx, page, t }, rows),
    total_count: meta.total_count,
    newer: relative(links.prev),
    older: relative(links.next),
  };
}

/** Adds to incidents what their ids and types stand for. */
export async function withNames(
  { ctx, page, t }: Pick<Admin, "ctx" | "page" | "t">,
  incidents: Incident[],
): Promise<Listed[]> {
  const [services, types] = await Promise.all([
    listPlainServices(ctx, page),
    listIncidentTypes(ctx, page),
  ]);
  const names = uniqueNames(services, ({ name }) => name, t);
  const own = new Map(types.map((type) => [type.key, type]));
  return incidents.map((incident) => ({
    ...incident,
    services: incident.service_ids.flatMap((id) => names.get(id) ?? []),
    all_services: everAffected(incident).flatMap((id) => names.get(id) ?? []),
    severity: own.get(incident.type)?.base_severity ?? builtInSeverity(incident.type) ?? "major",
    type_name: own.get(incident.type)?.name ?? null,
    course: rowsOf(incident.impacts).map((row) => ({
      ...row,
      names: row.service_ids.flatMap((id) => names.get(id) ?? []),
      type_name: own.get(row.type) ?? builtInSeverity(row.type) ?? "major",
    })),
  }));
}
