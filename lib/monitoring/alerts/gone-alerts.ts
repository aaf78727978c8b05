import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { listOpenInGroups } from "#lib/monitoring/alerts/queries.ts";
import type { ReportedAlert } from "#lib/monitoring/reports/schema.ts";

/**
 * Open alerts that a report of their whole group no longer has, by service: their end was lost, or
 * the report that would have named them was cut.
 */
export async function findGoneAlerts(
  db: Db,
  grant: PageGrant,
  alerts: readonly ReportedAlert[] = [],
): Promise<Map<number, ReportedAlert[]>> {
  const groups = [...new Set(alerts.map(({ group }) => group))].filter((group) => group !== null);
  if (groups.length === 0) return new Map();
  const listed = new Set(alerts.map(({ key }) => key));
  const open = await listOpenInGroups(db, grant, groups);
  const gone = Map.groupBy(
    open.filter(({ key }) => !listed.has(key)),
    ({ service_id }) => service_id,
  );
  return new Map(
    [...gone].map(([id, rows]) => [
      id,
      rows.map(({ key, group_key: group, detail }) => ({
        key,
        group,
        means: "up" as const,
        said_at: null,
        detail,
      })),
    ]),
  );
}
