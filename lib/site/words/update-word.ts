import type { Severity } from "#lib/core/fields/severity.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";

/** The text for what an update is: incidents get resolved, planned work gets completed. */
export function updateWord({ type }: { type: UpdateType }, { severity }: { severity: Severity }) {
  const isDone = type === "resolved" && severity === "scheduled";
  return `public.update.${isDone ? "completed" : type}` as const;
}
