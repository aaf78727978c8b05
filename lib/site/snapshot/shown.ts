import type { Happenings } from "#lib/site/snapshot/happenings.ts";

/**
 * How many of each kind a document shows. What is more is counted, never left out of the state.
 */
export const SHOWN = {
  incidents: 100,
  maintenances: 100,
  upcoming_maintenances: 100,
  notices: 100,
  /** resolved within the last day */
  recent: 10,
  /** on each of the days that a page lists */
  past_day: 5,
  /** on each page of a day of its own */
  day: 100,
  /** announced, and ended, in a feed */
  feed: 50,
} as const;

const LISTS = ["incidents", "maintenances", "upcoming_maintenances", "notices"] as const;

export type Unshown = Record<(typeof LISTS)[number], number>;

/** How many of each kind there are beyond those that are shown. */
export function unshown(happenings: Happenings): Unshown {
  const rest = LISTS.map((list) => [list, happenings.totals[list] - happenings[list].length]);
  return Object.fromEntries(rest) as Unshown;
}
