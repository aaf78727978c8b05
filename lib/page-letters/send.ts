import { authorizeJob } from "#lib/auth/authorize.ts";
import type { Context } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { type Translate, translator } from "#lib/i18n/translator.ts";
import { type Letter, written } from "#lib/mail/letter.ts";
import { sendMail } from "#lib/mail/send.ts";
import type { DueMessage } from "#lib/outbox/deliver.ts";
import type { Outcome } from "#lib/outgoing/outcome.ts";
import { getStatusPageRow } from "#lib/status-pages/queries.ts";
import { parseSettings } from "#lib/status-pages/schema.ts";
import { letterheadOf } from "#lib/subscribe/letterhead.ts";

type Recipient = { to: string; locale: string };
type Compose = (words: { t: Translate; name: string; url: string }) => Letter;

/**
 * Writes to a person about their access to a page, in its colours. The server is the sender, and
 * operators' templates are not used: accounts are the server's, not the page's.
 */
export async function sendFromPage(
  ctx: Context,
  { status_page_id, message_id }: DueMessage,
  { to, locale }: Recipient,
  compose: Compose,
): Promise<Outcome> {
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  if (!grant) return { outcome: "delivered" };
  const { name, settings: kept } = await getStatusPageRow(ctx.db, grant);
  const settings = { ...parseSettings(kept), email_templates_enabled: false };
  const head = letterheadOf(grant, settings, { name, lang: locale, template: null });
  const letter = compose({ t: translator(locale), name, url: head.page.url });
  return sendMail({
    message_id: `${message_id}@${new URL(head.page.url).hostname}`,
    from: { name, address: env().MAIL_FROM },
    reply_to: null,
    to,
    subject: letter.subject,
    ...written(head, letter),
    headers: {},
  });
}
