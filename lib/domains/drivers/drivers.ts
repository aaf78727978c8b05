import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { findPhase } from "#lib/domains/diagnosis/queries.ts";
import { type Driver, Postponed } from "#lib/domains/driver.ts";
import { findAccess } from "#lib/domains/drivers/access.ts";
import { cdnA } from "#lib/domains/drivers/cdn-a.ts";
import { cdnB } from "#lib/domains/drivers/cdn-b.ts";
import { edge } from "#lib/domains/drivers/edge.ts";
import type { Drivers } from "#lib/domains/engine.ts";
import { belongsToAnother, ownerRecord } from "#lib/pages/domain-claims.ts";

/**
 * Keeps a domain from becoming active when its owner record names another page: a provider cannot
 * tell pages apart. An active domain stays active.
 */
function requireOwnership(driver: Driver): Driver {
  return {
    ...driver,
    async advance(task) {
      const progress = await driver.advance(task);
      if (progress.kind !== "active" || !(await belongsToAnother(task))) return progress;
      const db = database();
      const grant = authorizeProgram(systemContext(db, "set-up-domains"));
      if ((await findPhase(db, grant, task.id)) === "active") return progress;
      const { name, token } = task;
      throw new Postponed(
        `The TXT record ${ownerRecord(name)} gives the name to another page. Change its value to ${token}, or delete it.`,
      );
    },
  };
}

/** Uses a CDN if there are credentials for it, otherwise this server. */
export const DRIVERS: Drivers = {
  choose: async (due) => {
    const { provider } = due;
    if (provider !== "cdn_a" && provider !== "cdn_b") return "edge";
    return (await findAccess(due, provider)) ? provider : "edge";
  },
  of: { cdn_a: requireOwnership(cdnA), cdn_b: requireOwnership(cdnB), edge },
};
