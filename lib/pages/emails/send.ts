import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import type { DueMessage, Sender } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { letterheadOf, plainLetterhead } from "#lib/pages/branding/letterhead.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";
import { type Locale, type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { type Letter, type Letterhead, renderLetter } from "#lib/platform/mail/letter.ts";
import { sendMail } from "#lib/platform/mail/send.ts";

type Recipient = { to: string; locale: string };
type Compose = (words: { t: Translate; name: string; url: string }) => Letter;

/** The page's letterhead, or the server's when there is no page; null: the page is gone. */
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

/** Accounts belong to the server, so it is the sender and operators' templates are not used. */
export async function sendAccountEmail(
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
    ...renderLetter(head, letter),
    headers: {},
  });
}

type Occasion = {
  ctx: Context;
  grant: PageGrant;
  page: StatusPageRow;
  user: UserRow;
  params: DueMessage["params"];
  locale: Locale;
  t: Translate;
};

type TeamLetter = Omit<Letter, "variables">;

/** @param compose returns null when the e-mail is obsolete */
export function teamEmail(
  compose: (occasion: Occasion) => TeamLetter | null | Promise<TeamLetter | null>,
): Sender {
  return async (ctx, message) => {
    const { params, status_page_id } = message;
    const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
    const user = grant && (await findUser(ctx.db, Number(params.user_id)));
    if (!grant || !user) return { outcome: "needless" };
    const page = await getStatusPageRow(ctx.db, grant);
    const locale = adminLocale(user.locale);
    const t = translator(locale);
    const letter = await compose({ ctx, grant, page, user, params, locale, t });
    if (!letter) return { outcome: "needless" };
    const to = { to: user.email, locale };
    return sendAccountEmail(ctx, message, to, () => ({ ...letter, variables: {} }));
  };
}

/** Notifies an owner that the month's text messages are used up. */
export const sendBudgetEmail = teamEmail(({ t, page: { name } }) => ({
  subject: t("admin_subscribers.budget.subject", { name }),
  heading: t("admin_subscribers.budget.heading"),
  paragraphs: [t("admin_subscribers.budget.text", { name })],
  button: { label: t("admin_subscribers.budget.button"), url: env().APP_URL },
  notes: [t("admin_subscribers.budget.note")],
}));
