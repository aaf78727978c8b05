import { type Db, isConflict, type Trx } from "#db/index.ts";
import { authorizeProgram, type ProgramGrant } from "#lib/core/access/authorize.ts";
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
import { isAddressTaken } from "#lib/subscribers/queries.ts";

const BATCH = 1_000;
const ATTEMPTS = 5;

/** Keys the next rows after one. @returns how many it deleted and left as doubles; the last one */
async function normalizeBatch(trx: Trx, grant: ProgramGrant, after: number) {
  const found = await listUnkeyed(trx, grant, after, BATCH);
  const keyed = found.map((row) => {
    const opened = openAddress(row);
    return { ...sealAddress(row), address_key: addressKey(opened) };
  });
  const groups = ofOneAddress(await listSameAddress(trx, grant, keyed), keyed);
  const merges = groups.filter((group) => group.length > 1).map(mergedDoubles);
  const gone = merges.flatMap(({ gone_ids }) => gone_ids);
  for (const merge of merges) await mergeInto(trx, grant, merge);
  await deleteDoubles(trx, grant, gone);
  const kept = keyed.filter(({ id }) => !gone.includes(id));
  await updateAddresses(trx, grant, kept);
  return {
    merged: gone.length,
    left: merges.flatMap(({ left_ids }) => left_ids).length,
    last: found.length < BATCH ? undefined : found.at(-1)?.id,
  };
}

/** Begins a batch again when others change the same addresses meanwhile. */
async function repeated<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const mayPass = isAddressTaken(error) || isConflict(error);
      if (!mayPass || attempt === ATTEMPTS) throw error;
    }
}

/**
 * Encrypts and keys the addresses that programs of before wrote, and merges subscriptions of one
 * address in several spellings. Notifies nobody.
 */
export async function normalizeAddresses(db: Db): Promise<void> {
  const grant = authorizeProgram(systemContext(db, "normalize-addresses"));
  const counts = { merged: 0, left: 0 };
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const batch = await repeated(db, (trx) => normalizeBatch(trx, grant, from));
    counts.merged += batch.merged;
    counts.left += batch.left;
    after = batch.last;
  }
  if (counts.merged + counts.left > 0)
    log().info(counts, "merged subscriptions of one address; left those that differ");
}
