import { pageUrl } from "#lib/core/addresses/url.ts";
import { teamLetter } from "#lib/pages/emails/team-letter.ts";
import { env } from "#lib/platform/config/env.ts";
import { readableDomain } from "#lib/platform/http/domain-names.ts";

/** Tells an owner that a page's custom domain failed, and why. */
export const sendDomainLetter = teamLetter(({ t, grant, page: { name }, params }) => {
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
