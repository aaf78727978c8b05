import { stringify } from "csv-stringify/sync";
import type { Keyset, Listed, Slice } from "#db/keyset.ts";
import {
  authorize,
  authorizeOrganization,
  type OrganizationGrant,
  type OrganizationTarget,
  type PageTarget,
} from "#lib/core/access/authorize.ts";
import {
  type AuditFilter,
  type AuditLogRow,
  type FieldsOf,
  findLastActor,
  type LastActor,
  listAuditRows,
  listNamedSubjects,
  type NamedSubject,
  readAuditRows,
} from "#lib/core/audit/queries.ts";
import type { AuditRow } from "#lib/core/audit/schema.ts";
import type { Context } from "#lib/core/request/context.ts";

function serializeAuditRow(row: AuditLogRow): AuditRow {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    action: row.action,
    actor: row.actor,
    actor_name: row.actor_name,
    api_key_id: row.api_key_id,
    subject: row.subject,
    status_page: row.status_page,
    changes: row.changes,
    before: row.before,
    request_id: row.request_id,
    address: row.address,
  };
}

/** Newest first. @throws {AppError} `not_found`, `forbidden` */
export async function listAuditLog(
  ctx: Context,
  target: OrganizationTarget,
  slice: Slice,
  filter: AuditFilter,
): Promise<Listed<AuditRow>> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  return listAuditRows(ctx.db, grant, slice, filter, (rows) => rows.map(serializeAuditRow));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function lastChange(
  ctx: Context,
  { subdomain, organization_id }: Partial<PageTarget & OrganizationTarget>,
  changed: FieldsOf,
): Promise<LastActor | null> {
  if (subdomain)
    return findLastActor(ctx.db, await authorize(ctx, "page.read", { subdomain }), changed);
  if (!organization_id) return null;
  const grant = await authorizeOrganization(ctx, "organization.read", { organization_id });
  return findLastActor(ctx.db, grant, changed);
}

function subjectsOf({ subject, changes }: AuditRow): string[] {
  const { incident_id } = (changes ?? {}) as { incident_id?: unknown };
  const isUpdate = subject.startsWith("incident_update:");
  return isUpdate && incident_id !== undefined ? [subject, `incident:${incident_id}`] : [subject];
}

/** Present names by subject, without deleted ones. @throws {AppError} `not_found`, `forbidden` */
export async function nameSubjects(
  ctx: Context,
  target: OrganizationTarget,
  rows: readonly AuditRow[],
): Promise<Map<string, NamedSubject>> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  const listed = await listNamedSubjects(ctx.db, grant, rows.flatMap(subjectsOf));
  const found = new Map(listed.map((named) => [named.subject, named]));
  return new Map(
    rows.flatMap((row) => {
      const [named] = subjectsOf(row).flatMap((subject) => found.get(subject) ?? []);
      return named ? [[row.subject, named] as const] : [];
    }),
  );
}

const COLUMNS = [
  ...["inserted_at", "action", "actor", "actor_name", "subject", "status_page"],
  ...["changes", "before", "address", "request_id", "id"],
] as (keyof AuditRow)[];
const BATCH = 100;

// Keeps spreadsheets from calculating cells.
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

/** Newest first, in batches: nothing holds the whole log. @throws `not_found`, `forbidden` */
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
