import type { Severity } from "#lib/core/fields/severity.ts";
import { earlierOf, laterOf, secondsBetween } from "#lib/platform/clock.ts";

type Span = { from: string; to: string };
type Happened = { id: number; severity: Severity; starts_at: string; ends_at: string | null };

/** A span of time in which one incident is what counts. */
export type Period<I> = Span & { seconds: number; incident: I };

const RANK: Record<Severity, number> = { major: 0, minor: 1, scheduled: 2 };

function byWeight(a: Happened, b: Happened): number {
  if (a.severity !== b.severity) return RANK[a.severity] - RANK[b.severity];
  if (a.starts_at !== b.starts_at) return a.starts_at < b.starts_at ? -1 : 1;
  return a.id - b.id;
}

function overlap(a: Span, b: Span): Span[] {
  const from = laterOf(a.from, b.from);
  const to = earlierOf(a.to, b.to);
  return from < to ? [{ from, to }] : [];
}

function without(free: Span, taken: Span): Span[] {
  if (overlap(free, taken).length === 0) return [free];
  const before = { from: free.from, to: taken.from };
  const after = { from: taken.to, to: free.to };
  return [before, after].filter(({ from, to }) => from < to);
}

/**
 * To which incident each second of a span belongs: the worst that went on, of equally bad ones the
 * one that began first. Wire times; what has no end goes on.
 */
export function periodsOf<I extends Happened>(incidents: readonly I[], span: Span): Period<I>[] {
  let free = [span];
  const periods: Period<I>[] = [];
  for (const incident of incidents.toSorted(byWeight)) {
    const lasted = { from: incident.starts_at, to: incident.ends_at ?? span.to };
    for (const part of free.flatMap((each) => overlap(each, lasted)))
      periods.push({ ...part, seconds: secondsBetween(part.from, part.to), incident });
    free = free.flatMap((each) => without(each, lasted));
  }
  return periods.sort((a, b) => (a.from < b.from ? -1 : 1));
}
