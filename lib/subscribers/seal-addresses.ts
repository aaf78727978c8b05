import type { Db } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { listUnsealed, putSealed } from "#lib/subscribers/queries.ts";
import { sealAddress } from "#lib/subscribers/sealed.ts";

const BATCH = 1_000;

/** Seals the addresses of a database from before they were; of a later one there are none. */
export async function sealAddresses(db: Db): Promise<void> {
  const grant = authorizeProgram(systemContext(db, "seal-addresses"));
  for (let count = BATCH; count === BATCH; )
    count = await db.transaction().execute(async (trx) => {
      const rows = await listUnsealed(trx, grant, BATCH);
      if (rows.length > 0) await putSealed(trx, grant, rows.map(sealAddress));
      return rows.length;
    });
}
