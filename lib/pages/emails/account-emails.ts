import { authorizeJob } from "#lib/core/access/authorize.ts";
import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getInvitation, type OpenInvitation } from "#lib/identity/members/invitations.ts";
import { LINK_MINUTES } from "#lib/identity/profile/change-address.ts";
import { NOTICES, type Notice } from "#lib/identity/profile/notices.ts";
import { RESET_MINUTES } from "#lib/identity/sign-in/password-reset.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { sendAccountEmail } from "#lib/pages/emails/send.ts";
import { CODE_MINUTES } from "#lib/pages/sign-in-codes.ts";
import { env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { languageOf } from "#lib/platform/i18n/translator.ts";

async function find(ctx: Context, url: string): Promise<OpenInvitation | null> {
  try {
    return await getInvitation(ctx, url.split("/").at(-1) ?? "");
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** Sends an invitation link unless the invitation has ended. */
export async function sendInvitation(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { url = "", locale = "" } = message.params;
  const invitation = await find(ctx, url);
  if (!invitation) return { outcome: "needless" };
  const { email, organization, status_page } = invitation;
  const name = status_page ?? organization;
  return sendAccountEmail(ctx, message, { to: email, locale }, ({ t }) => ({
    subject: t("admin_members.letter.title", { name: isolated(name, languageOf(t)) }),
    heading: t("admin_members.letter.title", { name }),
    paragraphs: [t("admin_members.letter.text", { name, email })],
    button: { label: t("admin_members.letter.button"), url },
    notes: [t("admin_members.letter.once"), t("admin_members.letter.otherwise")],
    variables: {},
  }));
}

function isNotice(text: string | undefined): text is Notice {
  return NOTICES.some((notice) => notice === text);
}

/** Notifies a user of a change to their sign-in methods. */
export async function sendNotice(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, notice, to: former } = message.params;
  const user = user_id ? await findUser(ctx.db, Number(user_id)) : undefined;
  if (!user || !isNotice(notice)) return { outcome: "needless" };
  const [to, locale] = [former ?? user.email, adminLocale(user.locale)];
  return sendAccountEmail(ctx, message, { to, locale }, ({ t }) => ({
    subject: t(`admin_account.notice.${notice}`),
    heading: t(`admin_account.notice.${notice}`),
    paragraphs: [t("admin_account.notice.account", { email: to })],
    button: { label: t("admin_account.notice.button"), url: `${env().APP_URL}/account/security` },
    notes: [t("admin_account.notice.otherwise")],
    variables: {},
  }));
}

/** Sends the link that proves an account's new address. */
export async function sendNewAddress(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, token = "", email = "" } = message.params;
  const user = user_id ? await findUser(ctx.db, Number(user_id)) : undefined;
  if (!user) return { outcome: "needless" };
  const asked = { email, from: user.email, minutes: LINK_MINUTES };
  const locale = adminLocale(user.locale);
  return sendAccountEmail(ctx, message, { to: email, locale }, ({ t }) => ({
    subject: t("admin_account.address.confirm_title"),
    heading: t("admin_account.address.confirm_title"),
    paragraphs: [t("admin_account.address.mail_text", asked)],
    button: {
      label: t("admin_account.address.confirm"),
      url: `${env().APP_URL}/new-address/${token}`,
    },
    notes: [t("admin_account.address.otherwise")],
    variables: {},
  }));
}

/** Tells the former address before it changes, with a link that stops it. */
export async function sendAddressChangeNotice(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, token = "", email = "", to = "" } = message.params;
  const user = user_id ? await findUser(ctx.db, Number(user_id)) : undefined;
  // Also where the change is made already: the link takes it back.
  if (!user) return { outcome: "needless" };
  const asked = { email, from: to, minutes: LINK_MINUTES };
  const locale = adminLocale(user.locale);
  return sendAccountEmail(ctx, message, { to, locale }, ({ t }) => ({
    subject: t("admin_account.address.asked_title"),
    heading: t("admin_account.address.asked_title"),
    paragraphs: [t("admin_account.address.asked_text", asked)],
    button: {
      label: t("admin_account.address.stop"),
      url: `${env().APP_URL}/new-address/stop/${token}`,
    },
    notes: [t("admin_account.address.asked_otherwise")],
    variables: {},
  }));
}

/** Sends a password reset link. */
export async function sendResetLink(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, token = "", locale: asked = "" } = message.params;
  const user = user_id ? await findUser(ctx.db, Number(user_id)) : undefined;
  if (!user) return { outcome: "needless" };
  const locale = adminLocale(asked);
  return sendAccountEmail(ctx, message, { to: user.email, locale }, ({ t }) => ({
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

export async function sendSignInCode(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, code = "", locale = "" } = message.params;
  const user = user_id ? await findUser(ctx.db, Number(user_id)) : undefined;
  if (!user) return { outcome: "needless" };
  const half = code.length / 2;
  return sendAccountEmail(ctx, message, { to: user.email, locale }, ({ t, name }) => ({
    subject: t("access.code_mail.subject", { name: isolated(name, languageOf(t)) }),
    heading: `${code.slice(0, half)} ${code.slice(half)}`,
    paragraphs: [t("access.code_mail.text", { name, minutes: CODE_MINUTES })],
    button: null,
    notes: [t("access.code_mail.otherwise")],
    variables: {},
  }));
}

/** Sends the link that proves the address of someone who wants to join a page. */
export async function sendJoinLink(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { email = "", token = "", locale = "" } = message.params;
  const { status_page_id } = message;
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  if (!email || !grant) return { outcome: "needless" };
  const url = `${env().APP_URL}/join/${grant.subdomain}/${token}?lang=${locale}`;
  return sendAccountEmail(ctx, message, { to: email, locale }, ({ t, name }) => ({
    subject: t("join.title", { name: isolated(name, languageOf(t)) }),
    heading: t("join.title", { name }),
    paragraphs: [t("join.mail.text", { name, email })],
    button: { label: t("join.mail.button"), url },
    notes: [t("join.mail.note")],
    variables: {},
  }));
}
