import { earlierOf, laterOf } from "#lib/platform/clock.ts";

/** Limits of one incident. */
export const MAX_IMPACTS = 10_000;

/** A service that suffered. Wire times; `ends_at` null: it lasts. */
export type Impact = {
  service_id: number;
  type: string;
  starts_at: string;
  ends_at: string | null;
};

/**
 * An operator's value. Updates with an id up to `after` no longer change it, but for those of
 * `except`, which were edited since.
 */
type DeclaredValue<T> = { value: T; after: number; except?: number[] };

/** Services named while the incident was open: from `at` on. */
type ServiceChange = { value: number[]; at: string; after: number };

export type Declared = {
  type: DeclaredValue<string>;
  starts_at: DeclaredValue<string>;
  /** `before`: earlier ends, after which updates reopened the incident. */
  ends_at: DeclaredValue<string | null> & { before?: DeclaredValue<string | null>[] };
  /** Absent: the services have never changed. */
  service_ids?: DeclaredValue<number[]> & { changes?: ServiceChange[] };
  /** An exact record; the other values follow from it. */
  impacts?: Impact[];
  /** The values that an exact record replaced. */
  followed?: Declared;
};

export type Times = { type: string; starts_at: string; ends_at: string | null };

type Values = Times & { service_ids?: readonly number[] };

export function declare({ service_ids, ...values }: Values, after: number): Declared {
  return {
    type: { value: values.type, after },
    starts_at: { value: values.starts_at, after },
    ends_at: { value: values.ends_at, after },
    ...(service_ids && { service_ids: { value: [...service_ids], after } }),
  };
}

/** Whether an update is newer than a declared value. */
export function counts({ after, except }: DeclaredValue<unknown>, updateId: number): boolean {
  return updateId > after || (except?.includes(updateId) ?? false);
}

function isSameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

type Change = {
  /** The id of the newest update. */
  after: number;
  /** Wire time. */
  now: string;
  isOpen: boolean;
  /** Ids of updates that reopened the incident. */
  reopened: Iterable<number>;
};

function withServices(
  { service_ids }: Declared,
  inForce: readonly number[],
  value: readonly number[],
  { after, now: at, isOpen }: Change,
): Declared["service_ids"] {
  if (!isOpen) return { value: [...value], after };
  const known = service_ids ?? { value: [...inForce], after: 0 };
  const changes = (known.changes ?? []).filter((one) => one.at !== at || one.after !== after);
  return { ...known, changes: [...changes, { value: [...value], at, after }] };
}

function withEnd(
  { ends_at: { before = [], ...last } }: Declared,
  value: string | null,
  { after, reopened }: Change,
): Declared["ends_at"] {
  const isReopened = [...reopened].some((id) => counts(last, id));
  const earlier = isReopened ? [...before, last] : before;
  return { value, after, ...(earlier.length > 0 && { before: earlier }) };
}

/** Moves the bounds of an exact record, and cuts off what lies outside. */
export function withBounds(impacts: readonly Impact[], before: Times, now: Times): Impact[] {
  return impacts.flatMap((impact) => {
    const starts_at =
      impact.starts_at === before.starts_at
        ? now.starts_at
        : laterOf(impact.starts_at, now.starts_at);
    const own = impact.ends_at === before.ends_at ? now.ends_at : impact.ends_at;
    const ends_at =
      own !== null && now.ends_at !== null ? earlierOf(own, now.ends_at) : (own ?? now.ends_at);
    return ends_at !== null && ends_at <= starts_at ? [] : [{ ...impact, starts_at, ends_at }];
  });
}

function correctedImpacts(before: Declared, now: Declared, given: Partial<Values>): Impact[] {
  const timesOf = ({ type, starts_at, ends_at }: Declared) => ({
    type: type.value,
    starts_at: starts_at.value,
    ends_at: ends_at.value,
  });
  const times = timesOf(now);
  const listed = before.service_ids?.value;
  const service_ids = now.service_ids?.value ?? [];
  const kept =
    service_ids === listed
      ? (before.impacts ?? [])
      : (before.impacts ?? []).filter((impact) => service_ids.includes(impact.service_id));
  const named = new Set([...kept.map((impact) => impact.service_id), ...(listed ?? [])]);
  const added = service_ids.filter((id) => !named.has(id));
  return [
    ...withBounds(kept, timesOf(before), times).map((impact) =>
      given.type === undefined ? impact : { ...impact, type: given.type },
    ),
    ...added.map((service_id) => ({ service_id, ...times })),
  ];
}

/** Changes the course behind an exact record with it, so that it can take its place again. */
function withFollowed(declared: Declared, change: (one: Declared) => Declared): Declared {
  const { followed } = declared;
  return { ...change(declared), ...(followed && { followed: change(followed) }) };
}

type InForce = Times & { service_ids: readonly number[] };

function redeclareOne(
  declared: Declared,
  inForce: InForce,
  given: Partial<Values>,
  change: Change,
): Declared {
  const { type = inForce.type, starts_at = inForce.starts_at } = given;
  const ends_at = given.ends_at === undefined ? inForce.ends_at : given.ends_at;
  const { service_ids = inForce.service_ids } = given;
  const { after } = change;
  const areSame = isSameList(service_ids, inForce.service_ids);
  const now: Declared = {
    ...declared,
    ...(type !== inForce.type && { type: { value: type, after } }),
    ...(starts_at !== inForce.starts_at && { starts_at: { value: starts_at, after } }),
    ...(ends_at !== inForce.ends_at && { ends_at: withEnd(declared, ends_at, change) }),
    ...(!areSame && {
      service_ids: withServices(declared, inForce.service_ids, service_ids, change),
    }),
  };
  if (!declared.impacts) return now;
  const { type: own } = now;
  const corrected = { ...(own !== declared.type && { type: own.value }) };
  return { ...now, impacts: correctedImpacts(declared, now, corrected) };
}

/**
 * Replaces the declared values that an operator sets to something other than the current ones.
 * Services of an open incident change now, everything else is corrected throughout.
 */
export function redeclare(
  declared: Declared,
  inForce: InForce,
  given: Partial<Values>,
  change: Change,
): Declared {
  return withFollowed(declared, (one) => redeclareOne(one, inForce, given, change));
}

/** An end sent together with updates wins over them. */
export function redeclareEnd(declared: Declared, after: number): Declared {
  return withFollowed(declared, (one) => ({ ...one, ends_at: { ...one.ends_at, after } }));
}

/** Times sent together with updates win over them. */
export function redeclareStart(declared: Declared, after: number): Declared {
  return withFollowed(declared, (one) => ({ ...one, starts_at: { ...one.starts_at, after } }));
}

/** An exact record. @param times follow from it @param replaced null: the incident is new */
export function declareImpacts(
  impacts: readonly Impact[],
  times: InForce,
  after: number,
  replaced: Declared | null,
): Declared {
  const followed = replaced?.impacts ? replaced.followed : replaced;
  return { ...declare(times, after), impacts: [...impacts], ...(followed && { followed }) };
}

/**
 * The impacts follow from the updates again. Those of an incident that began with an exact record
 * follow from the times and services of that record.
 */
export function followUpdates({ followed, ...record }: Declared): Declared {
  const { type, starts_at, ends_at, service_ids } = record;
  const times = { type: type.value, starts_at: starts_at.value, ends_at: ends_at.value };
  return followed ?? declare({ ...times, service_ids: service_ids?.value }, 0);
}

const FIELDS = ["type", "starts_at", "ends_at", "service_ids"] as const;

/** An edited update is newer than the declared values. */
export function restate(declared: Declared, updateId: number): Declared {
  return withFollowed(declared, (one) => {
    const changed = FIELDS.flatMap((field) => {
      const known = one[field];
      if (!known || counts(known, updateId)) return [];
      return [[field, { ...known, except: [...(known.except ?? []), updateId] }]];
    });
    return { ...one, ...Object.fromEntries(changed) };
  });
}
