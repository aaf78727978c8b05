import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import type { Claimed } from "#lib/core/leases/queries.ts";
import { openAuthority } from "#lib/domains/acme/authority.ts";
import { AcmeRefusal } from "#lib/domains/acme/refusal.ts";
import { pause_s } from "#lib/domains/certificate-orders/due.ts";
import {
  type DueRevocation,
  deleteRevocation,
  putOffRevocation,
} from "#lib/domains/certificates/revocations.queries.ts";
import { leafOf } from "#lib/domains/certificates/x509.ts";
import { now } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";

const CESSATION = 5;

function isExpired(chain: string): boolean {
  const leaf = leafOf(chain);
  return !leaf || Date.parse(leaf.validTo) <= now().getTime();
}

/** Whether it is over: the certificate is revoked, or unknown there. */
function isOver(error: unknown): boolean {
  return error instanceof AcmeRefusal && ["alreadyRevoked", "malformed"].includes(error.type);
}

/** Has a certificate revoked that is no longer used; until it is, or has expired. */
export async function revoke(
  db: Db,
  grant: ProgramGrant,
  claimed: Claimed,
  due: DueRevocation,
): Promise<void> {
  const { name, chain, directory_url, attempts } = due;
  try {
    if (!isExpired(chain)) {
      const { client } = await openAuthority(db, grant, directory_url);
      await client.revokeCertificate(chain, { reason: CESSATION });
    }
  } catch (error) {
    if (!isOver(error)) {
      log().warn({ err: error, name }, "certificate could not be revoked");
      const asked_s = error instanceof AcmeRefusal ? error.retry_after_s : 0;
      const again_s = pause_s(attempts + 1, asked_s, Math.random());
      await putOffRevocation(db, grant, claimed, again_s);
      return;
    }
  }
  await deleteRevocation(db, grant, claimed);
}
