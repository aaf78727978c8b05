import { authorizeOrganization, type OrganizationTarget } from "#lib/core/access/authorize.ts";
import type { AuditRow } from "#lib/core/audit/schema.ts";
import { listNamedSubjects, type NamedSubject } from "#lib/core/audit/subjects.queries.ts";
import type { Context } from "#lib/core/request/context.ts";

/** What an entry is about, and the incident of an update, which may be gone. */
function subjectsOf({ subject, changes }: AuditRow): string[] {
  const { incident_id } = (changes ?? {}) as { incident_id?: unknown };
  const isUpdate = subject.startsWith("incident_update:");
  return isUpdate && incident_id !== undefined ? [subject, `incident:${incident_id}`] : [subject];
}

/**
 * What the subjects of some entries are called now, by subject; those that are gone are left out.
 * @throws {AppError} `not_found`, `forbidden`
 */
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
