import { sendAccountLetter } from "#lib/account-letters/send.ts";
import { authorizeJob } from "#lib/auth/authorize.ts";
import { findEnding } from "#lib/certificates/notices/queries.ts";
import type { Context } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { adminLocale } from "#lib/i18n/negotiation.ts";
import type { DueMessage } from "#lib/outbox/deliver.ts";
import type { Outcome } from "#lib/outgoing/outcome.ts";
import { findUser } from "#lib/users/queries.ts";

/** Tells an owner that the certificate which was uploaded for a custom domain ends. */
export async function sendEndingLetter(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { params, status_page_id } = message;
  const { user_id, domain = "", not_after = "" } = params;
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  const user = await findUser(ctx.db, Number(user_id));
  // Another one may have been uploaded since.
  const ending = grant && (await findEnding(ctx.db, grant, not_after));
  if (!grant || !user || ending?.name !== domain) return { outcome: "needless" };
  const locale = adminLocale(user.locale);
  const date = not_after.slice(0, 10);
  return sendAccountLetter(ctx, message, { to: user.email, locale }, ({ t, name }) => ({
    subject: t("admin_domain_letter.ending.subject", { domain, date }),
    heading: t("admin_domain_letter.ending.heading", { domain, date }),
    paragraphs: [t("admin_domain_letter.ending.text", { domain, name, date })],
    button: {
      label: t("admin_domain_letter.button"),
      url: `${env().APP_URL}/pages/${grant.subdomain}/access`,
    },
    notes: [t("admin_domain_letter.ending.note")],
    variables: {},
  }));
}
