import type { Trx } from "#db/index.ts";
import { listTakenNames, lockNames } from "#lib/core/addresses/queries.ts";
import { firstFree, isReserved, subdomainBase } from "#lib/pages/subdomain.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/**
 * The subdomain asked for, or a free one made from the name. A name that leads to a page which has
 * another by now is that page's.
 * @param own the page that asks
 * @throws {AppError} `invalid` when it is taken or reserved
 */
export async function takeSubdomain(
  trx: Trx,
  wanted: string | undefined,
  name: string,
  own: number | null = null,
): Promise<string> {
  await lockNames(trx);
  const base = wanted ?? subdomainBase(name);
  const taken = await listTakenNames(trx, { base, own, now: wireNow() });
  if (!wanted) return firstFree(base, taken);
  if (isReserved(wanted) || taken.has(wanted)) throw invalid({ subdomain: [{ code: "taken" }] });
  return wanted;
}
