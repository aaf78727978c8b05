import { authorizeJob } from "#lib/core/access/authorize.ts";
import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { sendAccountLetter } from "#lib/pages/emails/send.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";

/** Sends the link that proves an address, to whoever asked to join a page with it. */
export async function sendJoinLink(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { email = "", token = "", locale = "" } = message.params;
  const { status_page_id } = message;
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  if (!email || !grant) return { outcome: "needless" };
  const url = `${env().APP_URL}/join/${grant.subdomain}/${token}?lang=${locale}`;
  return sendAccountLetter(ctx, message, { to: email, locale }, ({ t, name }) => ({
    subject: t("join.title", { name }),
    heading: t("join.title", { name }),
    paragraphs: [t("join.mail.text", { name, email })],
    button: { label: t("join.mail.button"), url },
    notes: [t("join.mail.note")],
    variables: {},
  }));
}
