import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { checkUpload } from "#lib/domains/certificate-uploads/check.ts";
import { domainOf } from "#lib/domains/certificate-uploads/domain.ts";
import { hasName, putUploaded } from "#lib/domains/certificate-uploads/queries.ts";
import type {
  PutCertificate,
  UploadedCertificate,
} from "#lib/domains/certificate-uploads/schema.ts";
import { giveUpCertificate } from "#lib/domains/certificates/want.ts";
import { issuanceOf } from "#lib/domains/certificates/x509.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

/**
 * Gives the page's custom domain a certificate of the operators' own. It goes before those that we
 * order, and replaces the one that was uploaded before.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` for what does not fit the domain, or where
 *   there is no domain
 */
export async function putCertificate(
  ctx: Context,
  target: PageTarget,
  input: PutCertificate,
): Promise<UploadedCertificate> {
  const grant = await authorize(ctx, "status_page.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const domain = await domainOf(trx, grant);
    if (domain === null || !(await hasName(trx, grant, domain)))
      throw invalid({ base: [{ code: "no_domain" }] });
    const { leaf, chain, key } = checkUpload(input, domain);
    const facts = issuanceOf(leaf);
    await giveUpCertificate(trx, domain);
    const sealed = { chain, private_key: seal(key), serial: leaf.serialNumber };
    await putUploaded(trx, grant, domain, { ...sealed, ...facts });
    const result = { domain, ...facts };
    return {
      result,
      audit: {
        action: "status_page.upload_certificate",
        subject_id: grant.status_page_id,
        changes: result,
      },
      events: [],
    };
  });
}
