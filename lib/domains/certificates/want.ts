import type { Db } from "#db/index.ts";
import { WAITING } from "#lib/domains/acme/refusal.ts";
import {
  deleteCertificate,
  hurryOrder,
  insertWanted,
  type Wanted,
} from "#lib/domains/certificates/queries.ts";

/**
 * Has a certificate ordered for a name, and renewed from then on. Only for a name that is proven to
 * lead here. What the page has for the name already stays.
 */
export async function wantCertificate(db: Db, wanted: Wanted): Promise<void> {
  await insertWanted(db, wanted);
}

/** Forgets what there is for a name that leads here no more; what we ordered is revoked. */
export async function giveUpCertificate(db: Db, name: string): Promise<void> {
  await deleteCertificate(db, name);
}

/**
 * Has a page's certificate that could not be had ordered again now: somebody may have mended what
 * was in the way. What an authority allows per hour stays as it is.
 */
export async function orderAgain(db: Db, wanted: Wanted): Promise<void> {
  await hurryOrder(db, { ...wanted, waiting: WAITING });
}
