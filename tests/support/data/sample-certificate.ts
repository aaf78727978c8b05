import type { Db } from "#db/index.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { certify } from "#tests/support/data/certificates.ts";

/** The custom domain that a page of the samples asked for. */
export function sampleDomain(subdomain: string): string {
  return `${subdomain}.example.com`;
}

/** A certificate for that domain, as it is uploaded. */
export function sampleCertificate(subdomain: string): { chain: string; key: string } {
  const { cert: chain, keyPem: key } = certify({ host: sampleDomain(subdomain) });
  return { chain, key };
}

/** Uploads a certificate for that domain, straight into the database. */
export async function mintCertificate(
  db: Db,
  { id: status_page_id, subdomain }: { id: number; subdomain: string },
): Promise<void> {
  const { chain, key } = sampleCertificate(subdomain);
  const name = sampleDomain(subdomain);
  const private_key = seal(key);
  await db
    .insertInto("certificates")
    .values({ name, status_page_id, source: "uploaded", chain, private_key })
    .execute();
}
