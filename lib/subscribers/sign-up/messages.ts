import type { Db } from "#db/index.ts";
import { listId } from "#lib/channels/email/message.ts";
import { senderOf, sendPageMail } from "#lib/channels/email/route.ts";
import { SMS } from "#lib/channels/registry.ts";
import { withSmsLimits } from "#lib/channels/sms/limits.ts";
import { firstSms } from "#lib/channels/sms/message.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { letterheadOf } from "#lib/pages/branding/letterhead.ts";
import { recordTemplateFailure } from "#lib/pages/email-templates/record-failure.ts";
import { findEnabledIntegration } from "#lib/pages/integrations/queries.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { now, wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { type Outcome, retryAfter_s } from "#lib/platform/http/provider-calls.ts";
import { UNDETERMINED } from "#lib/platform/i18n/negotiation.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { languageOf, type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { type Failure, type Letter, renderLetter } from "#lib/platform/mail/letter.ts";
import { outcomeOf } from "#lib/platform/verdict.ts";
import { listLinks } from "#lib/services/links.queries.ts";
import { formats } from "#lib/site/words/format.ts";
import { localized } from "#lib/site/words/localized.ts";
import { inLanguageOf } from "#lib/site/words/visitor.ts";
import { mayAskToChoose } from "#lib/subscribers/offered.ts";
import { getSubscriptionRow, type SubscriptionRow } from "#lib/subscribers/queries.ts";
import { returnPathOf } from "#lib/subscribers/return-path.ts";
import { describeChoice } from "#lib/subscribers/sign-up/choice.ts";
import { linkUrls } from "#lib/subscribers/sign-up/links.ts";
import { CONFIRM_DAYS, manageTokens } from "#lib/subscribers/tokens.ts";

function numberOf({ country_dial_code, phone_number }: SubscriptionRow): string {
  return `+${country_dial_code}${phone_number}`;
}

/** Texts a link: whoever opens it holds the phone. Uses the page's own integration. */
async function textLink(
  db: Db,
  grant: PageGrant,
  subscription: SubscriptionRow,
  { t, text, url, settings }: { t: Translate; text: string; url: string; settings: Settings },
): Promise<Outcome> {
  const integration = await findEnabledIntegration(db, grant, Object.keys(SMS));
  const unlimited = integration && SMS[integration.name];
  if (!integration || !unlimited) return { outcome: "never_again", reason: "no SMS integration" };
  const links = { manage_url: null, unsubscribe_url: null, isThreaded: false, earlier: null };
  const recipient = { address: numberOf(subscription), secret: null, ...links };
  const sender = senderOf(integration);
  const message = firstSms(t, { text, url }, sender);
  const channel = withSmsLimits(unlimited, db, grant, settings);
  const [verdict] = await channel.send([{ recipient, message }], { sender });
  return outcomeOf(verdict);
}

const TIMEOUT_MS = 15_000;
const READ_BYTES = 1_024;
const BODY_MS = 1_000;
// Temporary: the receiver is busy or failing.
const MOMENTARY = [408, 425, 429];

type Ask = { event: "confirm" | "manage"; url: string };

function bodyOf(page: Addressed, { event, url }: Ask): string {
  const object = { type: "subscription", page: pageUrl(page), [`${event}_url`]: url };
  return JSON.stringify({ event: `subscription.${event}`, data: { object } });
}

/**
 * Posts the confirmation link to the webhook: reading it proves control of the URL. Unsigned,
 * because the receiver has no secret yet.
 */
async function postLink(
  { grant, subscription }: { grant: Addressed; subscription: SubscriptionRow },
  message_id: string,
  ask: Ask,
): Promise<Outcome> {
  const { webhook_url } = subscription;
  if (webhook_url === null) return { outcome: "never_again", reason: "no address" };
  try {
    const { status, headers } = await callHttp(webhook_url, {
      method: "POST",
      headers: { "content-type": "application/json", "webhook-id": `msg_${message_id}` },
      body: bodyOf(grant, ask),
      timeout_ms: TIMEOUT_MS,
      max_bytes: READ_BYTES,
      body_ms: BODY_MS,
    });
    if (status >= 200 && status < 300) return { outcome: "delivered", channel: "webhook" };
    const isMomentary = status >= 500 || MOMENTARY.includes(status);
    const reason = `status ${status}`;
    if (!isMomentary) return { outcome: "never_again", reason };
    const after_s = retryAfter_s(headers["retry-after"], now());
    return { outcome: "try_again", reason, after_s };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const isRefused = error.failure === "address_refused";
    const reason = error.detail ?? error.failure;
    return { outcome: isRefused ? "never_again" : "try_again", reason };
  }
}

type LoadedSubscription = { grant: PageGrant; page: StatusPageRow; subscription: SubscriptionRow };

async function loadSubscription(
  ctx: Context,
  message: DueMessage,
): Promise<LoadedSubscription | null> {
  const { status_page_id, subscription_id } = message;
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  if (!grant || subscription_id === null) return null;
  try {
    const page = await getStatusPageRow(ctx.db, grant);
    return { grant, page, subscription: await getSubscriptionRow(ctx.db, grant, subscription_id) };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

function wordsOf({ page, subscription }: LoadedSubscription) {
  const settings = parseSettings(page.settings);
  const asked = { locale: subscription.locale ?? UNDETERMINED, chosen: null, written: "" };
  const visit = inLanguageOf({ ...asked, subdomain: page.subdomain, base: "" }, settings);
  const t = translator(visit.locale);
  const f = formats(visit.locale, page.time_zone, settings, wireNow());
  const name = localized(settings, "public_company_name", visit) || page.name;
  return { settings, visit, t, f, name };
}

type Words = ReturnType<typeof wordsOf>;

async function mail(
  ctx: Context,
  found: LoadedSubscription,
  { settings, visit, name }: Words,
  message: DueMessage,
  letter: Letter & { template: string | null },
  headers: Record<string, string> = {},
): Promise<Outcome> {
  const { page, subscription } = found;
  if (subscription.email === null) return { outcome: "never_again", reason: "no address" };
  const head = letterheadOf(found.grant, settings, {
    name,
    lang: visit.locale,
    template: letter.template,
  });
  const { hostname } = new URL(head.page.url);
  const failures: Failure[] = [];
  const body = renderLetter(head, letter, (failure) => failures.push(failure));
  for (const failure of failures)
    await recordTemplateFailure(ctx, found.grant.status_page_id, failure);
  return sendPageMail(ctx.db, found.grant, settings, {
    message_id: `${message.message_id}@${hostname}`,
    name: head.page.name,
    return_path: returnPathOf({
      ...found.grant,
      subscription_id: subscription.id,
      event_id: null,
    }),
    reply_to: settings.reply_to_email ?? (settings.support_email || null),
    to: subscription.email,
    ...body,
    headers: { "List-Id": listId(page.subdomain), ...headers },
  });
}

function variablesOf({ subscription }: LoadedSubscription, urls: Record<string, string>) {
  const { email, metadata } = subscription;
  return { subscriber: { email, metadata }, ...urls };
}

type Subject = "mail.confirm.subject" | "mail.manage.subject" | "mail.choose.subject";

function subjectOf(t: Translate, text: Subject, name: string): string {
  return t(text, { name: isolated(name, languageOf(t)) });
}

type ConfirmationRequest = { email: string; confirm_url: string; what: string; metadata: unknown };

export function confirmationLetter(t: Translate, name: string, asked: ConfirmationRequest): Letter {
  const { email, confirm_url, what, metadata } = asked;
  const button = { label: t("mail.confirm.button"), url: confirm_url };
  return {
    subject: subjectOf(t, "mail.confirm.subject", name),
    heading: t("mail.confirm.heading"),
    paragraphs: [t("mail.confirm.asked", { name, email }), t("mail.confirm.what", { what })],
    button,
    needed: [button],
    notes: [t("mail.confirm.until", { days: CONFIRM_DAYS }), t("mail.confirm.otherwise")],
    variables: { subscriber: { email, metadata }, confirm_url, what },
  };
}

export async function sendConfirmation(ctx: Context, message: DueMessage): Promise<Outcome> {
  const found = await loadSubscription(ctx, message);
  if (!found || found.subscription.confirmed_at !== null) return { outcome: "needless" };
  const words = wordsOf(found);
  const { t, f, name, visit } = words;
  const { confirm_url } = linkUrls(found.grant, message.params.token ?? "", visit.locale);
  if (found.subscription.type === "webhook")
    return postLink(found, message.message_id, { event: "confirm", url: confirm_url });
  if (found.subscription.type === "sms")
    return textLink(ctx.db, found.grant, found.subscription, {
      t,
      text: t("mail.confirm.subject", { name }),
      url: confirm_url,
      settings: words.settings,
    });
  const what = await describeChoice(ctx.db, found.grant, found.subscription, {
    ...visit,
    t,
    list: f.list,
  });
  const email = found.subscription.email ?? "";
  const { metadata } = found.subscription;
  const letter = confirmationLetter(t, name, { email, confirm_url, what, metadata });
  const template = words.settings.email_confirmation_template;
  return mail(ctx, found, words, message, { ...letter, template });
}

function endingHeaders(unsubscribe_url: string): Record<string, string> {
  return {
    "List-Unsubscribe": `<${unsubscribe_url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

export async function sendManageLink(ctx: Context, message: DueMessage): Promise<Outcome> {
  const found = await loadSubscription(ctx, message);
  if (!found) return { outcome: "needless" };
  const words = wordsOf(found);
  const { t, name, visit } = words;
  const urls = linkUrls(found.grant, message.params.token ?? "", visit.locale);
  const { manage_url, unsubscribe_url } = urls;
  if (found.subscription.type === "webhook")
    return postLink(found, message.message_id, { event: "manage", url: manage_url });
  if (found.subscription.type === "sms")
    return textLink(ctx.db, found.grant, found.subscription, {
      t,
      text: t("mail.manage.subject", { name }),
      url: manage_url,
      settings: words.settings,
    });
  const letter = {
    subject: subjectOf(t, "mail.manage.subject", name),
    heading: t("mail.manage.heading"),
    paragraphs: [t("mail.manage.text", { name }), t("mail.manage.secret")],
    button: { label: t("mail.manage.button"), url: manage_url },
    notes: [t("mail.manage.otherwise")],
    variables: variablesOf(found, { manage_url, unsubscribe_url }),
    template: null,
  };
  return mail(ctx, found, words, message, letter, endingHeaders(unsubscribe_url));
}

/** All services that the reader chose were deleted. */
export async function sendNewChoice(ctx: Context, message: DueMessage): Promise<Outcome> {
  const found = await loadSubscription(ctx, message);
  if (!found) return { outcome: "needless" };
  const { grant, page, subscription } = found;
  const words = wordsOf(found);
  const { t, name, visit, settings } = words;
  const services = await listLinks(ctx.db, grant, "subscription", [subscription.id]);
  const isEmpty = subscription.filter === "services" && !services.get(subscription.id)?.length;
  if (!isEmpty || !mayAskToChoose(page, settings)) return { outcome: "needless" };
  const tokens = await manageTokens(ctx.db, grant, [subscription.id]);
  const urls = linkUrls(grant, tokens.get(subscription.id) ?? "", visit.locale);
  const { manage_url, unsubscribe_url } = urls;
  const letter = {
    subject: subjectOf(t, "mail.choose.subject", name),
    heading: t("mail.choose.heading"),
    paragraphs: [t("mail.choose.text", { name }), t("mail.manage.secret")],
    button: { label: t("mail.manage.button"), url: manage_url },
    notes: [t("mail.choose.otherwise")],
    variables: variablesOf(found, { manage_url, unsubscribe_url }),
    template: null,
  };
  return mail(ctx, found, words, message, letter, endingHeaders(unsubscribe_url));
}
