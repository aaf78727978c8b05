import type { Db } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { type CheckResult, insertResults } from "#lib/services/check-history/queries.ts";

export type Said = Pick<CheckResult, "checked_at" | "outcome"> & Partial<CheckResult>;

/** Writes results of a service as the engine does. */
export function checker(db: Db, status_page_id: number, service_id: number) {
  const grant = authorizeProgram(systemContext(db, "test"));
  return (said: readonly Said[]) =>
    insertResults(
      db,
      grant,
      said.map((one) => ({
        status_page_id,
        service_id,
        reason: null,
        status: null,
        response_ms: null,
        ...one,
      })),
    );
}

/** A result for each step of a span, in Unix seconds. */
export function everySoOften(
  [from, to]: readonly [number, number],
  step_seconds: number,
  say: (time: number) => Omit<Said, "checked_at">,
): Said[] {
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step_seconds)) }, (_, index) => {
    const time = from + index * step_seconds;
    return { checked_at: new Date(time * 1_000).toISOString(), ...say(time) };
  });
}
