import { sendAccountLetter } from "#lib/account-letters/send.ts";
import { authorizeJob } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { adminLocale } from "#lib/i18n/negotiation.ts";
import type { DueMessage } from "#lib/outbox/deliver.ts";
import type { Outcome } from "#lib/outgoing/outcome.ts";
import { findUser } from "#lib/users/queries.ts";

/** Tells an owner that a page's custom domain failed, and why. */
export async function sendDomainLetter(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { params, status_page_id } = message;
  const { user_id, domain = "", error = "" } = params;
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  const user = await findUser(ctx.db, Number(user_id));
  if (!grant || !user) return { outcome: "needless" };
  const locale = adminLocale(user.locale);
  return sendAccountLetter(ctx, message, { to: user.email, locale }, ({ t, name, url }) => ({
    subject: t("admin_domain_letter.subject", { domain, name }),
    heading: t("admin_domain_letter.heading", { domain }),
    paragraphs: [
      t("admin_domain_letter.text", { name, error }),
      t("admin_domain_letter.next", { url }),
    ],
    button: {
      label: t("admin_domain_letter.button"),
      url: `${env().APP_URL}/pages/${grant.subdomain}/access`,
    },
    notes: [t("admin_domain_letter.note")],
    variables: {},
  }));
}
