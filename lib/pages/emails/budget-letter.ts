import { teamLetter } from "#lib/pages/emails/team-letter.ts";
import { env } from "#lib/platform/config/env.ts";

/** Tells an owner that a page's text messages of the month are used up. */
export const sendBudgetLetter = teamLetter(({ t, page: { name } }) => ({
  subject: t("admin_subscribers.budget.subject", { name }),
  heading: t("admin_subscribers.budget.heading"),
  paragraphs: [t("admin_subscribers.budget.text", { name })],
  button: { label: t("admin_subscribers.budget.button"), url: env().APP_URL },
  notes: [t("admin_subscribers.budget.note")],
}));
