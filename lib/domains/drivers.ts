import type { Drivers } from "#lib/domains/engine.ts";

/** Who sets domains up. */
export const DRIVERS: Drivers = {
  choose: async () => "edge",
  of: {},
};
