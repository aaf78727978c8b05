import { stringify } from "csv-stringify/sync";
import type { Keyset } from "#db/keyset.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { choice } from "#lib/core/fields/value.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type IncidentFilter, listIncidentRows } from "#lib/incidents/list.queries.ts";
import { completeIncidents } from "#lib/incidents/read.ts";
import { type Incident, IncidentQuery } from "#lib/incidents/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";

const FORMATS = ["csv", "json"] as const;
type Format = (typeof FORMATS)[number];

export const ExportQuery = IncidentQuery.extend({
  format: choice(FORMATS).meta({ description: "`json` unless given" }),
});

const BATCH = 100;

const COLUMNS = [
  "id",
  "title",
  "type",
  "starts_at",
  "ends_at",
  "service_ids",
  "affects_uptime",
  "updates",
  "first_update",
  "last_update",
  "last_update_at",
  "postmortem",
  "url",
  "plan",
] as const;
type Row = Record<(typeof COLUMNS)[number], string | number>;

function rowOf({ updates, ...incident }: Incident): Row {
  const [last, first] = [updates[0], updates.at(-1)];
  const { id, title, type, starts_at, ends_at, service_ids, affects_uptime, url } = incident;
  return {
    ...{ id, title, type, url },
    starts_at: `${starts_at}Z`,
    ends_at: ends_at === null ? "" : `${ends_at}Z`,
    service_ids: service_ids.join(" "),
    affects_uptime: String(affects_uptime),
    updates: updates.length,
    first_update: first?.description ?? "",
    last_update: last?.description ?? "",
    last_update_at: last ? `${last.posted_at}Z` : "",
    postmortem: incident.postmortem ?? "",
    plan: incident.plan ?? "",
  };
}

// Formulas are escaped: a spreadsheet must not evaluate them.
function csv(rows: readonly Row[], header: boolean): string {
  return stringify([...rows], { columns: [...COLUMNS], header, escape_formulas: true });
}

/** Reads batches, so that memory does not grow with the page. */
async function* batches(
  ctx: Context,
  target: PageTarget,
  filter: IncidentFilter,
): AsyncGenerator<Incident[]> {
  const grant = await authorize(ctx, "page.read", target);
  const at = wireNow();
  for (let after: Keyset | undefined; ; ) {
    const slice = { limit: BATCH, ...(after && { after }) };
    const { rows, next } = await listIncidentRows(ctx.db, grant, slice, { filter, at }, (batch) =>
      completeIncidents(ctx.db, grant, batch),
    );
    yield rows;
    if (!next) return;
    after = next;
  }
}

/**
 * Streams the page's incidents and maintenances, newest first, as CSV or JSON.
 * @throws {AppError} `not_found`, `forbidden`, with the first chunk
 */
export async function* exportIncidents(
  ctx: Context,
  target: PageTarget,
  filter: IncidentFilter,
  format: Format,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const incidents of batches(ctx, target, filter)) {
    if (format === "csv") yield csv(incidents.map(rowOf), isFirst);
    else {
      const records = incidents.map((incident) => JSON.stringify(incident)).join(",\n");
      yield `${isFirst ? '{"incidents":[\n' : ",\n"}${records}`;
    }
    isFirst = false;
  }
  if (format === "json") yield "\n]}\n";
}
