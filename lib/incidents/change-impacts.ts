import { type Impact, type Times, withBounds } from "#lib/incidents/declared.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { spanPhaseAt } from "#lib/incidents/state.ts";

type Change = { service_ids: readonly number[] } & Times;
type Before = Pick<Incident, "impacts" | "type" | "starts_at" | "ends_at" | "service_ids">;

/** Ends running impacts at `now` and begins them anew. */
function changedFromNow(
  impacts: readonly Impact[],
  { type, service_ids, ends_at }: Change,
  now: string,
): Impact[] {
  const going = impacts.filter((impact) => spanPhaseAt(now, impact) === "open");
  const isSame = (id: number) =>
    going.some((impact) => impact.service_id === id && impact.type === type);
  const kept = impacts.filter((impact) => {
    const { service_id } = impact;
    return !going.includes(impact) || (service_ids.includes(service_id) && isSame(service_id));
  });
  const ended = going
    .filter((impact) => !kept.includes(impact) && impact.starts_at < now)
    .map((impact) => ({ ...impact, ends_at: now }));
  const begun = service_ids
    .filter((id) => !isSame(id))
    .map((service_id) => ({ service_id, type, starts_at: now, ends_at }));
  return [...kept, ...ended, ...begun];
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

/** Services added suffered whenever others did, those taken out never. */
function changedFromStart(
  impacts: readonly Impact[],
  { type: before }: Before,
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

function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

/**
 * The exact record of an open incident whose type or services change from `now` on, or throughout,
 * after its start or end is corrected; throughout, too, if it is then over.
 * @returns null: the fields themselves say it, or their times are refused
 */
export function changedImpacts(
  before: Before,
  change: Change,
  since: "now" | "start",
  now: string,
): Impact[] | null {
  const { type, service_ids, starts_at, ends_at } = change;
  const isPossible = starts_at <= now && (ends_at === null || ends_at > starts_at);
  const isThroughout = since === "start" || (ends_at !== null && ends_at <= now);
  const isSaid = isThroughout ? isSameSet(service_ids, before.service_ids) : type === before.type;
  if (isSaid || !isPossible || before.impacts.length === 0) return null;
  const moved = withBounds(before.impacts, before, change);
  const impacts = isThroughout
    ? changedFromStart(moved, before, change)
    : changedFromNow(moved, change, now);
  return impacts.length > 0 ? impacts : null;
}
