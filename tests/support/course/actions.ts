import fc from "fast-check";
import { INCIDENT_UPDATE_TYPES, MAINTENANCE_UPDATE_TYPES } from "#lib/incidents/schema.ts";

// What may happen on a page. Numbers that name something are places, modulo what there is; `gap`,
// `back` and `lasts` are seconds, `gap` since the action before.

export type Action = { gap: number } & (
  | {
      do: "open";
      type: string;
      on: number[];
      back: number;
      lasts: number | null;
      first: string | null;
      counts: boolean | null;
    }
  | { do: "plan"; on: number[]; ahead: number; lasts: number; counts: boolean | null }
  | {
      do: "say" | "say of plan";
      which: number;
      type: string;
      back: number;
      on: number[] | null;
    }
  | { do: "edit"; which: number; update: number; type: string | null; back: number | null }
  | { do: "take back" | "restore"; which: number; update: number }
  | { do: "set type"; which: number; type: string }
  | { do: "set services"; which: number; on: number[] }
  | { do: "set start"; which: number; by: number }
  | { do: "set end"; which: number; back: number | null }
  | { do: "set impacts"; which: number; impacts: DrawnImpact[] }
  | { do: "erase"; which: number }
  | { do: "add service"; under: number | null; born: number; isPrivate: boolean }
  | { do: "move"; service: number; under: number | null }
  | { do: "remove" | "toggle"; service: number }
  | { do: "zone"; zone: string }
  | { do: "correct"; service: number; back: number; seconds: number }
);

export type DrawnImpact = { on: number; type: string; back: number; lasts: number | null };

export type Window = { time_zone: string; start: string };

/** Days on which clocks change, by an hour or half of one, in zones off the full hour, and none. */
const WINDOWS: Window[] = [
  { time_zone: "Europe/Berlin", start: "2026-10-23T09:12:03" },
  { time_zone: "America/Havana", start: "2026-10-30T14:00:59" },
  { time_zone: "America/St_Johns", start: "2026-10-30T04:40:17" },
  { time_zone: "Australia/Lord_Howe", start: "2026-10-02T21:35:00" },
  { time_zone: "Asia/Kolkata", start: "2026-10-24T17:29:31" },
  { time_zone: "America/Santiago", start: "2026-09-04T01:03:07" },
];

const HOUR = 3_600;
const INCIDENT_TYPES = ["major", "minor", "slow", "broken"];

const nat = (max: number) => fc.nat({ max });
const services = fc.uniqueArray(nat(6), { minLength: 1, maxLength: 3 });
const gap = fc.oneof(fc.integer({ min: 1, max: 7_200 }), fc.integer({ min: 1, max: 15 * HOUR }));
const shortly = fc.oneof(fc.constant(0), nat(1_800), nat(6 * HOUR));
const some = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 2 });
const incidentType = fc.constantFrom(...INCIDENT_TYPES);
const updateType = fc.constantFrom(
  ...INCIDENT_UPDATE_TYPES.filter((type) => type !== "retroactive"),
  ...["resolved", "resolved", "investigating"],
);
const planType = fc.constantFrom(...MAINTENANCE_UPDATE_TYPES, "started");

const drawnImpact = fc.record<DrawnImpact>({
  on: nat(6),
  type: incidentType,
  back: nat(20 * HOUR),
  lasts: some(fc.integer({ min: 1, max: 12 * HOUR })),
});

type Kind = Action["do"];

function action<K extends Kind>(kind: K, fields: object): fc.Arbitrary<Action> {
  return fc.record({ do: fc.constant(kind), gap, ...fields }) as unknown as fc.Arbitrary<Action>;
}

const which = nat(4);
const OPEN = {
  ...{ type: incidentType, on: services },
  back: fc.oneof(shortly, nat(40 * HOUR)),
  lasts: fc.oneof(fc.constant(null), fc.constant(null), fc.integer({ min: 60, max: 20 * HOUR })),
  first: some(fc.constantFrom("issue", "investigating", "identified", "update")),
  counts: fc.constantFrom(null, null, null, true, false),
};
const PLAN = {
  on: services,
  ahead: fc.integer({ min: -20 * HOUR, max: 20 * HOUR }),
  lasts: fc.integer({ min: 60, max: 15 * HOUR }),
  counts: fc.constantFrom(null, true, true),
};
const zone = fc.constantFrom(...WINDOWS.map(({ time_zone }) => time_zone));
const service = nat(6);
const under = some(service);
const impacts = fc.array(drawnImpact, { minLength: 1, maxLength: 4 });

const ACTIONS: [weight: number, kind: Kind, fields: object][] = [
  [6, "open", OPEN],
  [5, "plan", PLAN],
  [14, "say", { which, type: updateType, back: shortly, on: some(services) }],
  [9, "say of plan", { which, type: planType, back: shortly, on: some(services) }],
  [
    4,
    "edit",
    {
      which,
      update: which,
      type: some(fc.oneof(updateType, updateType, planType)),
      back: some(shortly),
    },
  ],
  [4, "take back", { which, update: which }],
  [20, "restore", { which, update: which }],
  [3, "set type", { which, type: incidentType }],
  [5, "set services", { which, on: services }],
  [3, "set start", { which, by: fc.integer({ min: -12 * HOUR, max: 4 * HOUR }) }],
  [5, "set end", { which, back: some(fc.integer({ min: -4 * HOUR, max: 12 * HOUR })) }],
  [3, "set impacts", { which, impacts }],
  [2, "erase", { which }],
  [2, "add service", { under, born: nat(3), isPrivate: fc.boolean() }],
  [3, "move", { service, under }],
  [2, "remove", { service }],
  [2, "toggle", { service }],
  [2, "zone", { zone }],
  [2, "correct", { service, back: fc.integer({ min: 1, max: 5 }), seconds: nat(25 * HOUR) }],
];

export const KINDS: readonly Kind[] = ACTIONS.map(([, kind]) => kind);

export type History = { window: Window; actions: Action[]; look: number };

const actions = fc.oneof(
  ...ACTIONS.map(([weight, kind, fields]) => ({ weight, arbitrary: action(kind, fields) })),
);

export const HISTORIES: fc.Arbitrary<History> = fc
  .tuple(
    fc.constantFrom(...WINDOWS),
    fc.oneof({ weight: 3, arbitrary: action("open", OPEN) }, action("plan", PLAN)),
    fc.array(actions, { maxLength: 16, size: "max" }),
    gap,
  )
  .map(([window, first, rest, look]) => ({ window, actions: [first, ...rest], look }));

/** A history as a short list to read. */
export function printed({ window, actions, look }: History): string {
  const lines = actions.map(({ do: kind, ...fields }) => `  ${kind} ${JSON.stringify(fields)}`);
  return [`${window.time_zone} ${window.start}`, ...lines, `  look ${look} s later`].join("\n");
}
