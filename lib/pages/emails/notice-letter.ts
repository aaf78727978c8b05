import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { NOTICES, type Notice } from "#lib/identity/profile/notices.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { sendAccountLetter } from "#lib/pages/emails/send.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";

function isNotice(text: string | undefined): text is Notice {
  return NOTICES.some((notice) => notice === text);
}

/** Tells the owner of an account what was changed about signing in to it. */
export async function sendNotice(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, notice } = message.params;
  const user = user_id ? await findUser(ctx.db, Number(user_id)) : undefined;
  if (!user || !isNotice(notice)) return { outcome: "needless" };
  const locale = adminLocale(user.locale);
  return sendAccountLetter(ctx, message, { to: user.email, locale }, ({ t }) => ({
    subject: t(`admin_account.notice.${notice}`),
    heading: t(`admin_account.notice.${notice}`),
    paragraphs: [t("admin_account.notice.account", { email: user.email })],
    button: { label: t("admin_account.notice.button"), url: `${env().APP_URL}/account/security` },
    notes: [t("admin_account.notice.otherwise")],
    variables: {},
  }));
}
