import type { Db } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { log } from "#lib/platform/log.ts";
import { openAddress, sealAddress } from "#lib/subscribers/addresses.ts";
import { mergedDoubles, ofOneAddress } from "#lib/subscribers/doubles.ts";
import { addressKey } from "#lib/subscribers/normal-addresses.ts";
import {
  deleteDoubles,
  listSameAddress,
  listUnkeyed,
  mergeInto,
  updateAddresses,
} from "#lib/subscribers/normalize.queries.ts";

const BATCH = 1_000;

/**
 * Encrypts and keys the addresses of databases of before, and merges subscriptions of one address
 * in several spellings. Notifies nobody.
 */
export async function normalizeAddresses(db: Db): Promise<void> {
  const grant = authorizeProgram(systemContext(db, "normalize-addresses"));
  let merged = 0;
  for (let after = 0, isLast = false; !isLast; )
    await db.transaction().execute(async (trx) => {
      const found = await listUnkeyed(trx, grant, after, BATCH);
      isLast = found.length < BATCH;
      after = found.at(-1)?.id ?? after;
      const keyed = found.map((row) => {
        const opened = openAddress(row);
        return { ...sealAddress(row), address_key: addressKey(opened) };
      });
      const groups = ofOneAddress(await listSameAddress(trx, grant, keyed), keyed);
      const merges = groups.filter((group) => group.length > 1).map(mergedDoubles);
      const gone = merges.flatMap(({ gone_ids }) => gone_ids);
      for (const merge of merges) await mergeInto(trx, grant, merge);
      await deleteDoubles(trx, grant, gone);
      await updateAddresses(
        trx,
        grant,
        keyed.filter(({ id }) => !gone.includes(id)),
      );
      merged += gone.length;
    });
  if (merged > 0)
    log().info({ merged }, "merged subscriptions of one address in several spellings");
}
