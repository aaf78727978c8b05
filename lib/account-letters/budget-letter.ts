import { sendAccountLetter } from "#lib/account-letters/send.ts";
import type { Context } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { adminLocale } from "#lib/i18n/negotiation.ts";
import type { DueMessage } from "#lib/outbox/deliver.ts";
import type { Outcome } from "#lib/outgoing/outcome.ts";
import { findUser } from "#lib/users/queries.ts";

/** Tells an owner that a page's text messages of the month are used up. */
export async function sendBudgetLetter(ctx: Context, message: DueMessage): Promise<Outcome> {
  const user = await findUser(ctx.db, Number(message.params.user_id));
  if (!user) return { outcome: "needless" };
  const locale = adminLocale(user.locale);
  return sendAccountLetter(ctx, message, { to: user.email, locale }, ({ t, name }) => ({
    subject: t("admin_subscribers.budget.subject", { name }),
    heading: t("admin_subscribers.budget.heading"),
    paragraphs: [t("admin_subscribers.budget.text", { name })],
    button: { label: t("admin_subscribers.budget.button"), url: env().APP_URL },
    notes: [t("admin_subscribers.budget.note")],
    variables: {},
  }));
}
