import type { Db } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { sealAddress } from "#lib/subscribers/addresses.ts";
import { listUnsealed, updateAddresses } from "#lib/subscribers/queries.ts";

const BATCH = 1_000;

/** Encrypts the addresses of databases older than their encryption. */
export async function sealAddresses(db: Db): Promise<void> {
  const grant = authorizeProgram(systemContext(db, "seal-addresses"));
  for (let count = BATCH; count === BATCH; )
    count = await db.transaction().execute(async (trx) => {
      const rows = await listUnsealed(trx, grant, BATCH);
      if (rows.length > 0) await updateAddresses(trx, grant, rows.map(sealAddress));
      return rows.length;
    });
}
