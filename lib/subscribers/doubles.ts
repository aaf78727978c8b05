import type { SubscriptionRow } from "#lib/subscribers/queries.ts";

export type Double = Pick<
  SubscriptionRow,
  | "id"
  | "status_page_id"
  | "type"
  | "filter"
  | "incident_types"
  | "incident_id"
  | "confirmed_at"
  | "address_key"
  | "quarantined_at"
  | "quarantined_until"
  | "quarantine_kind"
  | "quarantine_reason"
  | "consent_at"
  | "consent_source"
> & { service_ids: number[]; group_ids: number[] };

export type Merge = {
  kept: Double;
  gone_ids: number[];
  /** Confirmed ones that no list could express together with what is kept. */
  left_ids: number[];
  service_ids: number[];
  group_ids: number[];
  incident_types: string[];
};

function nameOf({ status_page_id, type, address_key }: Omit<Named, "id">): string {
  return `${status_page_id} ${type} ${address_key}`;
}

type Named = Pick<Double, "id" | "status_page_id" | "type" | "address_key">;

/** @param keyed the rows that get a key; the others of `found` have one */
export function ofOneAddress(found: readonly Double[], keyed: readonly Named[]): Double[][] {
  const keys = new Map(keyed.map(({ id, address_key }) => [id, address_key]));
  const named = found.flatMap((row) => {
    const address_key = keys.get(row.id) ?? row.address_key;
    return address_key === null ? [] : [{ ...row, address_key }];
  });
  return [...Map.groupBy(named, nameOf).values()];
}

const isConfirmed = (row: Double) => row.confirmed_at !== null;

function isAlike(one: Double, other: Double): boolean {
  // With lists, a group is a further condition: together they would bring what neither did.
  const groups = (row: Double) =>
    row.filter === "all" ? "" : row.group_ids.toSorted((a, b) => a - b).join();
  return (
    one.filter === other.filter &&
    one.incident_id === other.incident_id &&
    isConfirmed(one) === isConfirmed(other) &&
    groups(one) === groups(other)
  );
}

/** Whether all that the other is about reaches its reader anyway, or they never agreed to it. */
function isCovered(kept: Double, other: Double): boolean {
  if (!isConfirmed(other)) return isConfirmed(kept);
  return kept.filter === "all" && other.group_ids.every((id) => kept.group_ids.includes(id));
}

// A subscription to one incident ends with it.
const BREADTH = ["all", "services", "incident_types", "incident"];

const rank = (row: Double) =>
  [
    row.confirmed_at === null,
    BREADTH.indexOf(row.filter),
    row.filter === "incident" ? -row.id : row.id,
  ] as const;

function byRank(one: Double, other: Double): number {
  const others = rank(other);
  const place = rank(one).findIndex((value, at) => value !== others[at]);
  return place < 0 ? 0 : Number(rank(one)[place]) - Number(others[place]);
}

/**
 * Keeps the confirmed subscription; of several, the one to most, else the oldest. Its lists grow by
 * those of others that are alike, which its reader gets already; those that ask for anything else
 * stay beside it. Whoever opted out in one spelling has opted out of all; whoever is reached in one
 * is no longer quarantined.
 */
export function mergedDoubles(group: readonly Double[]): Merge {
  const [kept, ...others] = group.toSorted(byRank) as [Double, ...Double[]];
  const alike = [kept, ...others.filter((other) => isAlike(kept, other))];
  const unwanted = group.find(({ quarantine_kind }) => quarantine_kind === "unwanted");
  const isLeft = (other: Double) => !(unwanted || alike.includes(other) || isCovered(kept, other));
  const refusing =
    unwanted ?? alike.find(({ quarantine_kind }) => quarantine_kind === null) ?? kept;
  const { consent_at, consent_source } = alike.find((one) => one.consent_at !== null) ?? kept;
  const { quarantined_at, quarantined_until, quarantine_kind, quarantine_reason } = refusing;
  return {
    kept: {
      ...{ ...kept, quarantined_at, quarantined_until, quarantine_kind, quarantine_reason },
      ...{ consent_at, consent_source },
    },
    gone_ids: others.filter((other) => !isLeft(other)).map(({ id }) => id),
    left_ids: others.filter(isLeft).map(({ id }) => id),
    service_ids: [...new Set(alike.flatMap((one) => one.service_ids))],
    group_ids: [...new Set(alike.flatMap((one) => one.group_ids))],
    incident_types: [...new Set(alike.flatMap((one) => one.incident_types))],
  };
}
