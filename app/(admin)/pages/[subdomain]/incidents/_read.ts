import { Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { env } from "#lib/env.ts";
import { incidentKeyset } from "#lib/incidents/queries.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { listServiceRows } from "#lib/public-page/queries.ts";
import type { Admin } from "../../../_open.ts";

export const FILTERS = ["open", "maintenance", "all"] as const;
export type Filter = (typeof FILTERS)[number];

/** An incident with the names of its services. */
export type Listed = Incident & { services: string[] };

export type IncidentList = { incidents: Listed[]; total_count: number; newer: string | null; older: string | null };

export type ListQuery = { show?: string; after?: string; before?: string };

export function filterOf({ show }: ListQuery): Filter {
  return FILTERS.find((known) => known === show) ?? "open";
}

function addressOf(subdomain: string, query: ListQuery): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return `${env().APP_URL}/pages/${subdomain}/incidents?${new URLSearchParams(given)}`;
}

function relative(link: string | null): string | null {
  if (!link) return null;
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** One screen of incidents. @throws {AppError} `bad_request` for a cursor that is not ours */
export async function readIncidents({ ctx, grant, now }: Admin, query: ListQuery): Promise<IncidentList> {
  const { show, after, before } = query;
  const address = addressOf(grant.subdomain, { show, after, before });
  const slice = sliceFrom(Pagination.parse({ after, before }), address);
  const filter = { open: { active_at: now }, maintenance: { type: "scheduled" }, all: {} }[filterOf(query)];
  const [found, names] = await Promise.all([listIncidents(ctx, grant, slice, filter), namesOfServices(ctx.db, grant)]);
  const { links, meta } = pageLinks(address, slice, found, incidentKeyset, found.total_count);
  const incidents = found.rows.map((row) => ({ ...row, services: row.service_ids.flatMap((id) => names.get(id) ?? []) }));
  return { incidents, total_count: meta.total_count, newer: relative(links.prev), older: relative(links.next) };
}

export async function namesOfServices(db: Admin["ctx"]["db"], grant: Admin["grant"]): Promise<Map<number, string>> {
  return new Map((await listServiceRows(db, grant)).map(({ id, name }) => [id, name]));
}
