import { SEVERITIES, type Severity } from "#lib/core/fields/severity.ts";
import { earlierOf, laterOf, secondsBetween } from "#lib/platform/clock.ts";

type Span = { starts_at: string; ends_at: string | null };
type Suffered = Span & { service_id: number; type: string; severity: string };

function byStart(a: Span, b: Span): number {
  return Number(a.starts_at > b.starts_at) - Number(a.starts_at < b.starts_at);
}

/**
 * Seconds until `now` in which an incident affected anything: without the time between its
 * resolution and a relapse.
 */
export function secondsAffected(
  { impacts, ...whole }: Span & { impacts: readonly Span[] },
  now: string,
): number {
  const spans = impacts.length > 0 ? impacts : [whole];
  let [seconds, until] = [0, ""];
  for (const { starts_at, ends_at } of spans.toSorted(byStart)) {
    const from = laterOf(starts_at, until);
    const to = earlierOf(ends_at ?? now, now);
    if (to <= from) continue;
    seconds += secondsBetween(from, to);
    until = to;
  }
  return seconds;
}

export function impactsAt<I extends Span>(impacts: readonly I[], at: string): I[] {
  return impacts.filter(
    ({ starts_at, ends_at }) => starts_at <= at && (ends_at === null || at < ends_at),
  );
}

/** The worst of them; of several alike, the last begun. */
export function worstImpact<I extends Suffered>(impacts: readonly I[]): I | undefined {
  const rank = ({ severity }: I) => SEVERITIES.indexOf(severity as Severity);
  return impacts.toSorted((a, b) => rank(a) - rank(b) || byStart(b, a))[0];
}

/** The services that suffered at a moment or, if it ended something, until then. */
export function servicesAt(impacts: readonly Suffered[], at: string): number[] {
  const running = impactsAt(impacts, at);
  const begun = impacts.filter(({ starts_at }) => starts_at <= at);
  const end = begun
    .map(({ ends_at }) => ends_at ?? "")
    .sort()
    .at(-1);
  const told = running.length > 0 ? running : begun.filter(({ ends_at }) => ends_at === end);
  return [...new Set(told.map(({ service_id }) => service_id))];
}

/** The services named last, then those that suffered only earlier. */
export function everAffected({
  service_ids,
  impacts,
}: {
  service_ids: readonly number[];
  impacts: readonly { service_id: number }[];
}): number[] {
  return [...new Set([...service_ids, ...impacts.map(({ service_id }) => service_id)])];
}
