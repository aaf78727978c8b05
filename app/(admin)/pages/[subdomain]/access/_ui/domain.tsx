import type { Admin } from "#app/(admin)/_shared/open.ts";
import { isCertificateUploaded } from "#lib/domains/certificates/uploads.ts";
import { readDomainReport } from "#lib/domains/diagnosis/report.ts";
import { OwnCertificate } from "./certificate.tsx";
import { DomainRecords } from "./domain-records.tsx";
import { DomainState } from "./domain-state.tsx";

/** The page's own domain: how far it is, and what to do for it. */
export async function Domain({ admin }: { admin: Admin }) {
  const { ctx, page, t, locale } = admin;
  if (page.domain_config.domain === null) return null;
  const [report, isUploaded] = await Promise.all([
    readDomainReport(ctx, page, locale),
    isCertificateUploaded(ctx, page),
  ]);
  return (
    <>
      <DomainState admin={admin} report={report} />
      {report.code !== "no_target" && <DomainRecords report={report} t={t} />}
      <OwnCertificate admin={admin} certificate={report.certificate} isUploaded={isUploaded} />
    </>
  );
}
