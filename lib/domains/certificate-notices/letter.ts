import { findEnding } from "#lib/domains/certificate-notices/queries.ts";
import { teamLetter } from "#lib/pages/emails/team-letter.ts";
import { env } from "#lib/platform/config/env.ts";
import { readableDomain } from "#lib/platform/http/domain-names.ts";

/** Tells an owner that the certificate which was uploaded for a custom domain ends. */
export const sendEndingLetter = teamLetter(async ({ ctx, t, grant, page: { name }, params }) => {
  const { not_after = "" } = params;
  // Another one may have been uploaded since.
  const ending = await findEnding(ctx.db, grant, not_after);
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
});
