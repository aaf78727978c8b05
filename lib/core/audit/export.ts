import { stringify } from "csv-stringify/sync";
import type { Keyset } from "#db/keyset.ts";
import {
  authorizeOrganization,
  type OrganizationGrant,
  type OrganizationTarget,
} from "#lib/core/access/authorize.ts";
import { type AuditFilter, readAuditRows } from "#lib/core/audit/queries.ts";
import { serializeAuditRow } from "#lib/core/audit/read.ts";
import type { AuditRow } from "#lib/core/audit/schema.ts";
import type { Context } from "#lib/core/request/context.ts";

const COLUMNS = [
  ...["inserted_at", "action", "actor", "actor_name", "subject", "status_page"],
  ...["changes", "before", "address", "request_id", "id"],
] as (keyof AuditRow)[];
const BATCH = 100;

// Nothing that a spreadsheet would calculate.
const csv = (rows: unknown[][]) => stringify(rows, { escape_formulas: true });

async function* batchesOf(
  ctx: Context,
  grant: OrganizationGrant,
  filter: AuditFilter,
): AsyncGenerator<AuditRow[]> {
  let after: Keyset | null = null;
  do {
    const slice: { limit: number; after?: Keyset } = { limit: BATCH, ...(after && { after }) };
    const { rows, next } = await readAuditRows(ctx.db, grant, slice, filter, (found) =>
      found.map(serializeAuditRow),
    );
    yield rows;
    after = next;
  } while (after);
}

async function* asCsv(batches: AsyncGenerator<AuditRow[]>): AsyncGenerator<string> {
  yield csv([COLUMNS]);
  for await (const rows of batches) yield csv(rows.map((row) => COLUMNS.map((name) => row[name])));
}

async function* asJson(batches: AsyncGenerator<AuditRow[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const rows of batches)
    for (const row of rows) {
      yield before + JSON.stringify(row);
      before = ",\n";
    }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

/**
 * The log, newest first, a batch at a time: nothing holds all of it.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function exportAuditLog(
  ctx: Context,
  target: OrganizationTarget,
  filter: AuditFilter,
  type: "csv" | "json",
): Promise<AsyncGenerator<string>> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  const batches = batchesOf(ctx, grant, filter);
  return type === "csv" ? asCsv(batches) : asJson(batches);
}
