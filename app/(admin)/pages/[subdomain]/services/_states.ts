import type { Admin } from "#app/(admin)/_shared/open.ts";
import { builtInSeverity, type Severity } from "#lib/core/fields/severity.ts";
import { listIncidentTypes } from "#lib/incidents/types/incident-types.ts";
import { listServiceStates } from "#lib/services/read.ts";
import type { TreeRow } from "./_tree.ts";

/** A service with what watches it, and what it is in now: null is nothing. */
export type StatedRow = TreeRow & {
  monitoring: string | null;
  ping_url: string | null;
  is_up: boolean | null;
  severity: Severity | null;
  /** Where the type is the page's own. */
  type_name: string | null;
};

/** Adds to services how they are now. */
export async function withStates(
  { ctx, page }: Pick<Admin, "ctx" | "page">,
  rows: readonly TreeRow[],
): Promise<StatedRow[]> {
  const [states, types] = await Promise.all([
    listServiceStates(ctx, page),
    listIncidentTypes(ctx, page),
  ]);
  const byId = new Map(states.map((state) => [state.id, state]));
  const own = new Map(types.map((type) => [type.key, type]));
  return rows.map((row) => {
    const state = byId.get(row.id);
    const { monitoring = null, ping_url = null, is_up = null } = state ?? {};
    const type = state?.current_incident_type ?? null;
    const known = type === null ? undefined : own.get(type);
    const severity =
      type === null ? null : (known?.base_severity ?? builtInSeverity(type) ?? "major");
    return { ...row, monitoring, ping_url, is_up, severity, type_name: known?.name ?? null };
  });
}
