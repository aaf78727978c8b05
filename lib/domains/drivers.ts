import { findAccess } from "#lib/domains/drivers/access.ts";
import { cdnA } from "#lib/domains/drivers/cdn-a.ts";
import { cdnB } from "#lib/domains/drivers/cdn-b.ts";
import { owned } from "#lib/domains/drivers/owned.ts";
import { edge } from "#lib/domains/edge-driver.ts";
import type { Drivers } from "#lib/domains/engine.ts";

/** Who sets domains up: a CDN that there are credentials for, else this server itself. */
export const DRIVERS: Drivers = {
  choose: async (due) => {
    const { provider } = due;
    if (provider !== "cdn_a" && provider !== "cdn_b") return "edge";
    return (await findAccess(due, provider)) ? provider : "edge";
  },
  of: { cdn_a: owned(cdnA), cdn_b: owned(cdnB), edge },
};
