import type { Db } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { isAcmeOn } from "#lib/domains/certificates/certificate.ts";
import { checkUpload } from "#lib/domains/certificates/check-upload.ts";
import { releaseCertificate, requestCertificate } from "#lib/domains/certificates/queries.ts";
import type { PutCertificate, UploadedCertificate } from "#lib/domains/certificates/schema.ts";
import {
  deleteUploaded,
  hasName,
  hasUploaded,
  isProven,
  putUploaded,
} from "#lib/domains/certificates/uploads.queries.ts";
import { issuanceOf } from "#lib/domains/certificates/x509.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { invalid, notFound } from "#lib/platform/errors/errors.ts";

async function domainOf(db: Db, grant: PageGrant): Promise<string | null> {
  const { settings } = await getStatusPageRow(db, grant);
  return parseSettings(settings).domain_config.domain;
}

/**
 * Whether a certificate was uploaded, even if visitors never see it because a proxy terminates TLS.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function isCertificateUploaded(ctx: Context, target: PageTarget): Promise<boolean> {
  const grant = await authorize(ctx, "page.read", target);
  const name = await domainOf(ctx.db, grant);
  return name !== null && hasUploaded(ctx.db, grant, name);
}

/**
 * Uploads a certificate for the page's custom domain. It takes precedence over issued ones and
 * replaces an earlier upload.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` when it does not fit the domain or there
 * is none
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
    await releaseCertificate(trx, domain);
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

/**
 * Removes the uploaded certificate, and requests one in its place where this server orders them.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function removeCertificate(ctx: Context, target: PageTarget): Promise<void> {
  const grant = await authorize(ctx, "status_page.write", target);
  const { status_page_id } = grant;
  await changeRecords(ctx, grant, async (trx) => {
    const name = await domainOf(trx, grant);
    if (name === null || !(await deleteUploaded(trx, grant, name))) throw notFound();
    if (isAcmeOn() && (await isProven(trx, grant, name)))
      await requestCertificate(trx, { name, status_page_id });
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
