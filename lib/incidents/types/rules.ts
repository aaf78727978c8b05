import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { builtInSeverity, SEVERITIES, type Severity } from "#lib/core/fields/severity.ts";
import { listIncidentTypeRows } from "#lib/incidents/types/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/** The base severities of types that incidents already have. */
export async function severitiesOf(
  db: Db,
  grant: PageGrant,
  types: ReadonlySet<string>,
): Promise<Map<string, Severity>> {
  const isCustom = [...types].some((type) => !builtInSeverity(type));
  const own = isCustom ? await listIncidentTypeRows(db, grant) : [];
  return new Map([
    ...SEVERITIES.map((severity) => [severity, severity] as const),
    ...own.map(({ key, base_severity }) => [key, base_severity] as const),
  ]);
}

/**
 * The base severity of a type chosen for an incident.
 * @throws {AppError} `invalid` on `path` when the page lacks it, or has custom types disabled
 */
export async function chosenSeverity(
  db: Db,
  grant: PageGrant,
  page: { settings: unknown },
  type: string,
  path = "type",
): Promise<Severity> {
  const builtIn = builtInSeverity(type);
  if (builtIn) return builtIn;
  const own = parseSettings(page.settings).custom_incident_types_enabled
    ? await listIncidentTypeRows(db, grant)
    : [];
  const chosen = own.find(({ key }) => key === type);
  if (chosen) return chosen.base_severity;
  const allowed = [...SEVERITIES, ...own.map(({ key }) => key)].join(", ");
  throw invalid({ [path]: [{ code: "not_one_of", values: { allowed } }] });
}

/** @throws {AppError} `invalid` on `incident_types` unless all exist */
export async function checkTypes(
  db: Db,
  grant: PageGrant,
  types: readonly string[],
): Promise<void> {
  const others = types.filter((type) => !builtInSeverity(type));
  if (others.length === 0) return;
  const own = new Set((await listIncidentTypeRows(db, grant)).map(({ key }) => key));
  if (others.some((type) => !own.has(type)))
    throw invalid({ incident_types: [{ code: "unknown" }] });
}
