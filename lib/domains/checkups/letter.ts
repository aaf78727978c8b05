import { findAtRisk } from "#lib/domains/checkups/queries.ts";
import { risksOf } from "#lib/domains/checkups/risks.ts";
import { reportIn, textOf } from "#lib/domains/doctor/words.ts";
import { teamLetter } from "#lib/pages/emails/team-letter.ts";
import { env } from "#lib/platform/config/env.ts";
import { readableDomain } from "#lib/platform/http/domain-names.ts";

/** Warns an owner of what will keep a domain's certificate from being renewed, or visitors away. */
export const sendRiskLetter = teamLetter(async ({ ctx, t, grant, page }) => {
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
