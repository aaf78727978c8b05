import { FairQueue } from "#lib/platform/limits/fair-queue.ts";
import { Bodies } from "#lib/server/app/bodies.ts";
import { RENDERS, TIMES } from "#lib/server/supervisor/renders.ts";

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** How much of everything that costs something may be under way at once. */
export type Limits = {
  /** Screens and forms of the application. */
  renders: FairQueue;
  /** Calls of the API. */
  calls: FairQueue;
  /** Those of them with much text. */
  large: FairQueue;
  /** The pieces of files that are sent as they are made. */
  files: FairQueue;
  /** Bodies of requests: of who has a key or a session, of everybody else. */
  bodies: { known: Bodies; strangers: Bodies };
};

// One key alone may send a hundred at once.
const WAITING = { all_waiting: 4_000, tenant_waiting: 2_000, client_waiting: 500 };
// Longer than a statement may take: no tenant's slow ones take all connections to the database.
const TENANT_HOLD_MS = 20_000;
// A call is mostly a wait for the database.
const CALLS = {
  ...{ all: 8, tenant: 4, client: 4 },
  ...{ ...WAITING, ...TIMES, tenant_hold_ms: TENANT_HOLD_MS },
};
// They take turns for the processor: what takes longer waits for something else, and counts no more.
const ONE_EACH = { all: 2, tenant: 1, client: 1 };
const LARGE = { ...ONE_EACH, ...WAITING, ...TIMES, hold_ms: 1_000 };
// Who gets a file has begun to: a later piece waits as long as it has to.
const FILES = { ...ONE_EACH, ...WAITING, ...TIMES, wait_ms: 60_000 };
const KNOWN = {
  ...{ all: 32 * MIB, tenant: 16 * MIB, client: 8 * MIB },
  ...{ assured: 64 * KIB, ms: 30_000 },
};
const STRANGERS = {
  ...{ all: 8 * MIB, tenant: 8 * MIB, client: MIB + 64 * KIB },
  ...{ assured: 16 * KIB, ms: 30_000 },
};

export function makeLimits(): Limits {
  return {
    renders: new FairQueue("renders", RENDERS),
    calls: new FairQueue("calls", CALLS),
    large: new FairQueue("large calls", LARGE),
    files: new FairQueue("files", FILES),
    bodies: { known: new Bodies(KNOWN), strangers: new Bodies(STRANGERS) },
  };
}
