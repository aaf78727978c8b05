import type { Impact } from "#lib/incidents/declared.ts";
import type { Incident } from "#lib/incidents/schema.ts";

type Change = { type: string; service_ids: readonly number[] };

function startedAnew(impacts: readonly Impact[], at: string): Impact[] {
  return impacts.map((impact) => (impact.ends_at === null ? { ...impact, ends_at: at } : impact));
}

/**
 * The exact record of an open incident after its type or services change from `now` on: what goes
 * on ends and begins anew.
 */
export function changedFromNow(
  { impacts }: Pick<Incident, "impacts">,
  { type, service_ids }: Change,
  now: string,
): Impact[] {
  const going = impacts.filter(({ ends_at }) => ends_at === null);
  const isSame = (id: number) =>
    going.some((impact) => impact.service_id === id && impact.type === type);
  const kept = impacts.filter(({ service_id, ends_at }) => {
    return ends_at !== null || (service_ids.includes(service_id) && isSame(service_id));
  });
  const ended = impacts.filter((impact) => !kept.includes(impact) && impact.starts_at < now);
  const begun = service_ids
    .filter((id) => !isSame(id))
    .map((service_id) => ({ service_id, type, starts_at: now, ends_at: null }));
  return [...kept, ...startedAnew(ended, now), ...begun];
}

type Span = Pick<Impact, "starts_at" | "ends_at">;

/** When anything suffered. */
function spansOf(impacts: readonly Impact[]): Span[] {
  const spans: Span[] = [];
  const sorted = impacts.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  for (const { starts_at, ends_at } of sorted) {
    const last = spans.at(-1);
    const touches = last && (last.ends_at === null || starts_at <= last.ends_at);
    if (!touches) spans.push({ starts_at, ends_at });
    else if (last.ends_at !== null && (ends_at === null || ends_at > last.ends_at))
      last.ends_at = ends_at;
  }
  return spans;
}

/**
 * The exact record after a correction that holds throughout: services added suffered whenever
 * others did, those taken out never.
 */
export function changedFromStart(
  { impacts, type: before }: Pick<Incident, "impacts" | "type">,
  { type, service_ids }: Change,
): Impact[] {
  const known = new Set(impacts.map(({ service_id }) => service_id));
  const left = impacts.filter(({ service_id }) => service_ids.includes(service_id));
  const kept = type === before ? left : left.map((impact) => ({ ...impact, type }));
  const added = service_ids.filter((id) => !known.has(id));
  const spans = spansOf(impacts);
  return [
    ...kept,
    ...added.flatMap((service_id) => spans.map((span) => ({ service_id, type, ...span }))),
  ];
}
