import { sendAccountLetter } from "#lib/account-letters/send.ts";
import { authorizeJob } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { findAtRisk } from "#lib/domains/checkups/queries.ts";
import { risksOf } from "#lib/domains/checkups/risks.ts";
import { reportIn, textOf } from "#lib/domains/doctor/words.ts";
import { env } from "#lib/env.ts";
import { adminLocale } from "#lib/i18n/negotiation.ts";
import type { DueMessage } from "#lib/outbox/deliver.ts";
import type { Outcome } from "#lib/outgoing/outcome.ts";
import { findUser } from "#lib/users/queries.ts";

/** Warns an owner of what will keep a domain's certificate from being renewed, or visitors away. */
export async function sendRiskLetter(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { params, status_page_id } = message;
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  const user = await findUser(ctx.db, Number(params.user_id));
  const found = grant && (await findAtRisk(ctx.db, grant));
  if (!grant || !user || !found) return { outcome: "needless" };
  const { name: domain, report } = found;
  const date = report.certificate.not_after?.slice(0, 10);
  const locale = adminLocale(user.locale);
  return sendAccountLetter(ctx, message, { to: user.email, locale }, ({ t, name }) => ({
    subject: t("admin_domain_check.letter.subject", { domain }),
    heading: t("admin_domain_check.letter.subject", { domain }),
    paragraphs: [
      t("admin_domain_check.letter.begin", { domain, page: name }),
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
    variables: {},
  }));
}
