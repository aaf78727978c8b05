import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { RESET_MINUTES } from "#lib/identity/sign-in/password-reset.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { sendAccountLetter } from "#lib/pages/emails/send.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";

/** Sends the link to a new password to the address of its account. */
export async function sendResetLink(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, token = "", locale: asked = "" } = message.params;
  const user = user_id ? await findUser(ctx.db, Number(user_id)) : undefined;
  if (!user) return { outcome: "needless" };
  const locale = adminLocale(asked);
  return sendAccountLetter(ctx, message, { to: user.email, locale }, ({ t }) => ({
    subject: t("admin_account.reset_mail.subject"),
    heading: t("admin_account.reset_mail.subject"),
    paragraphs: [t("admin_account.reset_mail.text", { email: user.email, minutes: RESET_MINUTES })],
    button: {
      label: t("admin_account.reset_mail.button"),
      url: `${env().APP_URL}/reset-password/${token}`,
    },
    notes: [t("admin_account.reset_mail.otherwise")],
    variables: {},
  }));
}
