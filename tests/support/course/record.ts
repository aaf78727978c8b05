import {
  type Impact,
  type Put,
  type Recorded,
  SEVERITIES,
  TYPES,
} from "#tests/support/course/said.ts";

// Impacts that were sent as they are, and what corrections by hand leave of them.

const rankOf = ({ type }: Impact) => SEVERITIES.indexOf(TYPES[type] ?? "major");

export type Exact = {
  impacts: Impact[];
  type: string;
  begins: number;
  ends: number | null;
  services: number[];
};

/** The impacts of who suffers last, the worst first, whose type is the incident's. */
function lastOf(impacts: readonly Impact[]): Impact[] {
  const ends = Math.max(...impacts.map(({ to }) => to ?? Infinity));
  return impacts
    .filter(({ to }) => (to ?? Infinity) === ends)
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

const earlier = (a: number | null, b: number | null) => {
  const first = Math.min(a ?? Infinity, b ?? Infinity);
  return first === Infinity ? null : first;
};

/** A record as a later correction leaves it. */
function correctedBy({ impacts, type, begins, ends, services }: Exact, put: Put): Exact {
  const now = { type: put.type ?? type, begins: put.starts ?? begins };
  const until = put.ends === undefined ? ends : put.ends;
  const moved = impacts.map((one) => ({
    ...one,
    type: put.type ?? one.type,
    from: one.from === begins ? now.begins : Math.max(one.from, now.begins),
    to: one.to === ends ? until : earlier(one.to, until),
  }));
  const named = put.services_from ? undefined : put.services;
  // Assumption: who is named afterwards suffered all the time, from what was suffered last.
  const added = (named ?? [])
    .filter((id) => !services.includes(id))
    .map((service) => ({ service, type: now.type, from: now.begins, to: until }));
  // Assumption: the times of the incident stay when a service was never affected.
  const left = [...moved, ...added]
    .filter(({ service }) => named?.includes(service) ?? true)
    .filter(({ from, to }) => to === null || to > from);
  return { ...now, impacts: left, ends: until, services: named ?? services };
}

export function sent({ impacts = [] }: Put): Exact {
  const [last] = lastOf(impacts);
  const begins = Math.min(...impacts.map(({ from }) => from));
  const services = impacts.map(({ service }) => service);
  return { impacts, begins, services, type: last?.type ?? "", ends: last?.to ?? null };
}

/** Impacts as they were sent, with one correction by hand after the other. */
export function corrected(exact: Put, { puts }: Recorded): Exact {
  const later = puts.filter(({ turn }) => turn > exact.turn).toSorted((a, b) => a.turn - b.turn);
  return later.reduce(correctedBy, sent(exact));
}
