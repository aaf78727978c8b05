import { pageUrl } from "#lib/core/addresses/url.ts";
import { findExpiringCertificate } from "#lib/domains/certificates/uploads.queries.ts";
import { risksOf } from "#lib/domains/diagnosis/problems.ts";
import { findAtRisk } from "#lib/domains/diagnosis/queries.ts";
import { reportIn, textOf } from "#lib/domains/diagnosis/words.ts";
import { teamEmail } from "#lib/pages/emails/send.ts";
import { env } from "#lib/platform/config/env.ts";
import { readableDomain } from "#lib/platform/http/hosts.ts";

export const sendDomainRiskEmail = teamEmail(async ({ ctx, t, grant, page }) => {
  const found = await findAtRisk(ctx.db, grant);
  if (!found) return null;
  const { report } = found;
  const domain = readableDomain(found.name);
  const date = report.certificate.not_after?.slice(0, 10);
  return {
    subject: t("admin_domain_check.letter.subject", { domain }),
    heading: t("admin_domain_check.letter.subject", { domain }),
    paragraphs: [
      t("admin_domain_check.letter.begin", { domain, page: page.name }),
      ...risksOf(report).map((risk) => textOf(risk, t)),
      ...(date ? [t("admin_domain_check.letter.valid", { date })] : []),
      t("admin_domain_check.letter.forward"),
      ...reportIn(t, report).forward.split("\n\n"),
    ],
    button: {
      label: t("admin_domain_check.letter.button"),
      url: `${env().APP_URL}/pages/${grant.subdomain}/access`,
    },
    notes: [],
  };
});

export const sendDomainFailureEmail = teamEmail(({ t, grant, page: { name }, params }) => {
  const { error = "" } = params;
  const domain = readableDomain(params.domain ?? "");
  return {
    subject: t("admin_domain_letter.subject", { domain, name }),
    heading: t("admin_domain_letter.heading", { domain }),
    paragraphs: [
      t("admin_domain_letter.text", { name, error }),
      t("admin_domain_letter.next", { url: pageUrl(grant) }),
    ],
    button: {
      label: t("admin_domain_letter.button"),
      url: `${env().APP_URL}/pages/${grant.subdomain}/access`,
    },
    notes: [t("admin_domain_letter.note")],
  };
});

export const sendCertificateExpiryEmail = teamEmail(
  async ({ ctx, t, grant, page: { name }, params }) => {
    const { not_after = "" } = params;
    // A newer one may have been uploaded.
    const ending = await findExpiringCertificate(ctx.db, grant, not_after);
    if (!ending || ending.name !== params.domain) return null;
    const domain = readableDomain(ending.name);
    const date = not_after.slice(0, 10);
    return {
      subject: t("admin_domain_letter.ending.subject", { domain, date }),
      heading: t("admin_domain_letter.ending.heading", { domain, date }),
      paragraphs: [t("admin_domain_letter.ending.text", { domain, name, date })],
      button: {
        label: t("admin_domain_letter.button"),
        url: `${env().APP_URL}/pages/${grant.subdomain}/access`,
      },
      notes: [t("admin_domain_letter.ending.note")],
    };
  },
);
