import { Bodies } from "#lib/app/bodies.ts";
import { RENDERS, TIMES } from "#lib/server/renders.ts";
import { Turns } from "#lib/turns.ts";

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** How much of everything that costs something may be under way at once. */
export type Limits = {
  /** Screens and forms of the application. */
  renders: Turns;
  /** Calls of the API. */
  calls: Turns;
  /** Those of them with much text. */
  large: Turns;
  /** Bodies of requests: of who has a key or a session, of everybody else. */
  bodies: { known: Bodies; strangers: Bodies };
};

// A call is mostly a wait for the database. One key alone may send a hundred at once.
const CALLS = { all: 8, client: 4, all_waiting: 4_000, client_waiting: 500, ...TIMES };
// They take turns for the processor: what takes longer waits for something else, and counts no more.
const LARGE = { ...CALLS, all: 2, client: 1, hold_ms: 1_000 };
const KNOWN = { all: 32 * MIB, client: 8 * MIB, assured: 64 * KIB, ms: 30_000 };
const STRANGERS = { all: 8 * MIB, client: MIB + 64 * KIB, assured: 16 * KIB, ms: 30_000 };

export function makeLimits(): Limits {
  return {
    renders: new Turns("renders", RENDERS),
    calls: new Turns("calls", CALLS),
    large: new Turns("large calls", LARGE),
    bodies: { known: new Bodies(KNOWN), strangers: new Bodies(STRANGERS) },
  };
}
