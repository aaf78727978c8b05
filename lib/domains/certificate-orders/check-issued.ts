import { createPrivateKey, type X509Certificate } from "node:crypto";
import type { Issued } from "#lib/domains/acme/order.ts";
import { CannotOrder } from "#lib/domains/acme/refusal.ts";
import { certificatesOf } from "#lib/domains/certificates/x509.ts";
import { now } from "#lib/platform/clock.ts";

const UNFIT = "The certificate authority issued a certificate that does not fit.";

/**
 * What was issued is checked before it is used.
 * @returns the host's own certificate
 * @throws {CannotOrder} unless it is for the name and the key, holds, and comes in order
 */
export function checkIssued({ chain, key }: Issued, name: string): X509Certificate {
  const [leaf, ...others] = certificatesOf(chain);
  const isInOrder = [leaf, ...others].every((certificate, at, all) => {
    const next = all[at + 1];
    return !next || certificate?.checkIssued(next);
  });
  const fits =
    leaf?.checkHost(name) !== undefined &&
    leaf.checkPrivateKey(createPrivateKey(key)) &&
    Date.parse(leaf.validTo) > now().getTime();
  if (!leaf || !fits || !isInOrder) throw new CannotOrder(UNFIT);
  return leaf;
}
