import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { sendAccountEmail } from "#lib/pages/emails/send.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";
import { formats } from "#lib/site/words/format.ts";

const PLAIN = { date_format: null, time_format: null };

/** Writes to an operator that the monitor itself cannot do its work. */
export async function sendMonitorLetter(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, email, trouble, began_at = wireNow() } = message.params;
  const user = user_id ? await findUser(ctx.db, Number(user_id)) : undefined;
  const to = email ?? user?.email;
  if (!to) return { outcome: "needless" };
  const kind = trouble === "network" ? "network" : "stalled";
  const locale = adminLocale(user?.locale);
  const { host } = new URL(env().APP_URL);
  const time = formats(locale, "Etc/UTC", PLAIN, wireNow()).dateTime(began_at);
  return sendAccountEmail(ctx, message, { to, locale }, ({ t }) => ({
    subject: t(`admin_automation.monitor.${kind}.subject`),
    heading: t(`admin_automation.monitor.${kind}.subject`),
    paragraphs: [t(`admin_automation.monitor.${kind}.text`, { host, time })],
    button: { label: t("admin_automation.monitor.button"), url: env().APP_URL },
    notes: [t("admin_automation.monitor.why", { host })],
    variables: {},
  }));
}
