import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { findPhase } from "#lib/domains/doctor/queries.ts";
import type { Driver } from "#lib/domains/driver.ts";
import { PutOff } from "#lib/domains/put-off.ts";
import { isAnothers, ownerRecord } from "#lib/pages/claims/token.ts";

/**
 * Sets up at a provider what the name's owner gave to nobody else: to a provider all names that
 * lead to its target are alike. What is active stays so.
 */
export function owned(driver: Driver): Driver {
  return {
    ...driver,
    async advance(task) {
      const progress = await driver.advance(task);
      if (progress.kind !== "active" || !(await isAnothers(task))) return progress;
      const db = database();
      const grant = authorizeProgram(systemContext(db, "set-up-domains"));
      if ((await findPhase(db, grant, task.id)) === "active") return progress;
      const { name, token } = task;
      throw new PutOff(
        `The TXT record ${ownerRecord(name)} gives the name to another page. Change its value to ${token}, or delete it.`,
      );
    },
  };
}
