import type { Trx } from "#db/index.ts";
import { invalid } from "#lib/errors.ts";
import { listTakenSubdomains, lockSubdomains } from "#lib/status-pages/queries.ts";
import { firstFree, isReserved, subdomainBase } from "#lib/status-pages/subdomain.ts";

/**
 * The subdomain asked for, or a free one made from the name.
 * @throws {AppError} `invalid` when it is taken or reserved
 */
export async function takeSubdomain(
  trx: Trx,
  wanted: string | undefined,
  name: string,
): Promise<string> {
  await lockSubdomains(trx);
  const base = wanted ?? subdomainBase(name);
  const taken = await listTakenSubdomains(trx, base);
  if (!wanted) return firstFree(base, taken);
  if (isReserved(wanted) || taken.has(wanted)) throw invalid({ subdomain: [{ code: "taken" }] });
  return wanted;
}
