import { authorizeJob } from "#lib/core/access/authorize.ts";
import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { letterheadOf, plainLetterhead } from "#lib/pages/branding/letterhead.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { type Letter, type Letterhead, written } from "#lib/platform/mail/letter.ts";
import { sendMail } from "#lib/platform/mail/send.ts";

type Recipient = { to: string; locale: string };
type Compose = (words: { t: Translate; name: string; url: string }) => Letter;

/** Of the page that a message is about, in its colours; of the server where it is about none. */
async function letterheadFor(
  ctx: Context,
  status_page_id: number | null,
  lang: string,
): Promise<Letterhead | null> {
  if (status_page_id === null)
    return plainLetterhead({ name: translator(lang)("admin.product"), url: env().APP_URL }, lang);
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return null;
  const { name, settings: kept } = await getStatusPageRow(ctx.db, grant);
  const settings = { ...parseSettings(kept), email_templates_enabled: false };
  return letterheadOf(grant, settings, { name, lang, template: null });
}

/**
 * Writes to a person about their account. The server is the sender, and operators' templates are
 * not used: accounts are the server's, not the page's.
 */
export async function sendAccountLetter(
  ctx: Context,
  { status_page_id, message_id }: DueMessage,
  { to, locale }: Recipient,
  compose: Compose,
): Promise<Outcome> {
  const head = await letterheadFor(ctx, status_page_id, locale);
  if (!head) return { outcome: "needless" };
  const { name, url } = head.page;
  const letter = compose({ t: translator(locale), name, url });
  return sendMail({
    message_id: `${message_id}@${new URL(url).hostname}`,
    from: { name, address: env().MAIL_FROM },
    reply_to: null,
    to,
    subject: letter.subject,
    ...written(head, letter),
    headers: {},
  });
}
