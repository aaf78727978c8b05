import type { InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { spanPhaseAt } from "#lib/incidents/state.ts";

const PHASES = { upcoming: "planned", open: "shown", closed: "past" } as const;

/** Whether a notice is on the front of the page at a moment, will be, or was. */
export function phaseOf({ featured_from, featured_until }: InfoNotice, now: string) {
  return PHASES[spanPhaseAt(now, { starts_at: featured_from, ends_at: featured_until })];
}
