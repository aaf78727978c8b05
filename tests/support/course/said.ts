import type { Severity } from "#lib/core/fields/severity.ts";

// What is known of an incident: what was said, and set by hand. Times are whole seconds since 1970.

/** The types of a page, two of its own among them. */
export const TYPES: Record<string, Severity> = {
  ...{ major: "major", minor: "minor", scheduled: "scheduled" },
  ...{ slow: "minor", broken: "major" },
};

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ["major", "minor", "scheduled"];

/** `to` null: while it lasts. */
export type Impact = { service: number; type: string; from: number; to: number | null };

export type Said = {
  id: number;
  /** When it was said or last changed, among all that was done. */
  turn: number;
  type: string;
  at: number;
  services: number[] | null;
  isDeleted: boolean;
};

/** Fields set by hand; the first is the creation. */
export type Put = {
  turn: number;
  type?: string;
  starts?: number;
  ends?: number | null;
  services?: number[];
  /** From when the services count, where they do not count throughout. */
  services_from?: number;
  impacts?: Impact[];
};

export type Recorded = { isPlanned: boolean; puts: Put[]; updates: Said[] };

/** What was done last, of those that are meant. */
export function latest<T extends { turn: number }>(all: readonly T[], is: (one: T) => boolean) {
  return all.filter(is).toSorted((a, b) => b.turn - a.turn)[0];
}
