import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { domainOf } from "#lib/domains/certificate-uploads/domain.ts";
import { deleteUploaded, isProven } from "#lib/domains/certificate-uploads/queries.ts";
import { isAcmeOn } from "#lib/domains/certificates/acme-on.ts";
import { wantCertificate } from "#lib/domains/certificates/want.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/**
 * Removes the certificate that was uploaded for the page's custom domain; where we order such
 * certificates ourselves, one is ordered in its place.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function removeCertificate(ctx: Context, target: PageTarget): Promise<void> {
  const grant = await authorize(ctx, "status_page.write", target);
  const { status_page_id } = grant;
  await changeRecords(ctx, grant, async (trx) => {
    const name = await domainOf(trx, grant);
    if (name === null || !(await deleteUploaded(trx, grant, name))) throw notFound();
    if (isAcmeOn() && (await isProven(trx, grant, name)))
      await wantCertificate(trx, { name, status_page_id });
    return {
      result: undefined,
      audit: {
        action: "status_page.remove_certificate",
        subject_id: status_page_id,
        changes: { domain: name },
      },
      events: [],
    };
  });
}
