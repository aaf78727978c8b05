import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Db } from "#db/index.ts";
import type { NotificationContent, Recipient } from "#lib/channels/channel.ts";
import { type EmailMessage, mailOf } from "#lib/channels/email/message.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { newMessageId } from "#lib/core/events/event.ts";
import { optionalText } from "#lib/core/fields/text.ts";
import type { Context } from "#lib/core/request/context.ts";
import { consume } from "#lib/core/throttle/form-limits.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { composeContent, wordsFor } from "#lib/notifications/content.ts";
import { emailRendererFor } from "#lib/notifications/email-content.ts";
import { findNewestUpdate } from "#lib/notifications/email-preview.queries.ts";
import { readEventFacts } from "#lib/notifications/event-facts.ts";
import type { Words } from "#lib/notifications/event-words.ts";
import { loadEvent } from "#lib/notifications/sending/batches.ts";
import { routeOf } from "#lib/notifications/sending/routes.ts";
import { sampleContent, testRecipient } from "#lib/notifications/test-messages.ts";
import { letterheadOf } from "#lib/pages/branding/letterhead.ts";
import { checkTemplates } from "#lib/pages/email-templates/check.ts";
import { updateIntegrationRow } from "#lib/pages/integrations/queries.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { type Failure, renderLetter } from "#lib/platform/mail/letter.ts";
import { personalIn } from "#lib/platform/mail/placeholders.ts";
import { errorOf } from "#lib/platform/verdict.ts";
import { localized } from "#lib/site/words/localized.ts";
import { confirmationLetter } from "#lib/subscribers/sign-up/messages.ts";

const MAX_CHARACTERS = 262_144;
const template = optionalText(MAX_CHARACTERS);

export const EmailPreview = z.object({
  kind: z.enum(["notification", "confirmation"]),
  email_layout_template: template,
  email_confirmation_template: template,
  email_notification_template: template,
});
export type EmailPreview = z.infer<typeof EmailPreview>;

type Composed = {
  message: EmailMessage;
  content: NotificationContent;
  recipient: Recipient;
  failures: Failure[];
};

type EventFacts = { page: Awaited<ReturnType<typeof getStatusPageRow>>; settings: Settings };

async function newestContent(db: Db, grant: PageGrant, words: Words): Promise<NotificationContent> {
  const newest = await findNewestUpdate(db, grant);
  const event = newest && {
    id: 0,
    subject: `incident:${newest.incident_id}`,
    message_id: newMessageId(),
    inserted_at: wireNow(),
    news_update_ids: [newest.id],
    notice: null,
    notice_for: null,
  };
  const facts = event && (await readEventFacts(db, grant, event));
  if (!facts) return sampleContent(db, grant, words.t);
  return composeContent(grant, await loadEvent(db, grant, event, facts, null), words);
}

/** Shows a metadata key as its own placeholder. */
function named({ template, values }: EmailMessage): EmailMessage {
  const shown = personalIn(template.html).map(({ name, key, fallback }) => [
    name,
    fallback || `[${key}]`,
  ]);
  return { template, values: { ...values, ...Object.fromEntries(shown) } };
}

async function confirmation(
  grant: PageGrant,
  { page, settings }: EventFacts,
  words: Words,
  { message, recipient }: Pick<Composed, "message" | "recipient">,
): Promise<{ message: EmailMessage; failures: Failure[] }> {
  const name = localized(settings, "public_company_name", words) || page.name;
  const template = settings.email_confirmation_template;
  const head = letterheadOf(grant, settings, { name, lang: words.locale, template });
  const letter = confirmationLetter(words.t, name, {
    email: recipient.address,
    confirm_url: pageUrl(grant),
    what: words.t("mail.everything"),
    metadata: {},
  });
  const failures: Failure[] = [];
  const body = renderLetter(head, letter, (failure) => failures.push(failure));
  const { from, reply_to } = message.template;
  const headers = { "Auto-Submitted": "auto-generated" };
  const whole = { from, reply_to, ...body, headers };
  return { message: { template: whole, values: message.values }, failures };
}

async function composeMail(
  db: Db,
  grant: PageGrant,
  { kind, ...templates }: EmailPreview,
  { to, from_address }: { to: string; from_address: string },
): Promise<Composed> {
  const page = await getStatusPageRow(db, grant);
  const chosen = { ...templates, email_templates_enabled: true };
  const settings = { ...parseSettings(page.settings), ...chosen } as Settings;
  const words = wordsFor({ page, settings }, null);
  const content = await newestContent(db, grant, words);
  const url = pageUrl(grant);
  const recipient = {
    ...testRecipient(to),
    manage_url: url,
    unsubscribe_url: `${url}/unsubscribe`,
  };
  const failures: Failure[] = [];
  const onFailure = async (failure: Failure) => void failures.push(failure);
  const envelope = { from_address, earlier: [], onFailure };
  const renderer = await emailRendererFor(grant, { page, settings }, [content], envelope);
  const template = renderer.templateOf(content);
  const values = renderer.valuesOf(content, recipient);
  values.message_id = `${randomBytes(18).toString("base64url")}@${new URL(url).hostname}`;
  const message = named({ template, values });
  if (kind === "notification") return { message, content, recipient, failures };
  const asked = await confirmation(grant, { page, settings }, words, { message, recipient });
  return { ...asked, content, recipient };
}

type Preview = { subject: string; html: string; text: string; failure: Failure | null };

/** Renders a mail by the given templates. @throws {AppError} `not_found`, `forbidden` */
export async function previewMail(
  ctx: Context,
  target: PageTarget,
  asked: EmailPreview,
  to: string,
): Promise<Preview> {
  const grant = await authorize(ctx, "status_page.write", target);
  const composed = await composeMail(ctx.db, grant, asked, { to, from_address: to });
  const { subject, html, text } = mailOf(composed.message);
  return { subject, html, text, failure: composed.failures[0] ?? null };
}

const LIMIT = { name: "test mails", most: 20, period_s: 60 * 60 };

/**
 * Sends a test mail to the caller by the page's mail route. With `integration_id`, that integration
 * must be the route; it records the result.
 * @returns the failure; null: sent
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function sendTestMail(
  ctx: Context,
  { integration_id, ...target }: PageTarget & { integration_id?: number },
  asked: EmailPreview,
  to: string,
): Promise<string | null> {
  const grant = await authorize(ctx, "status_page.write", target);
  checkTemplates(asked);
  const wait_s = await consume(ctx.db, LIMIT, to);
  if (wait_s > 0)
    throw invalid({ base: [{ code: "too_often", values: { minutes: Math.ceil(wait_s / 60) } }] });
  const page = await getStatusPageRow(ctx.db, grant);
  const route = await routeOf(ctx.db, grant, "email", parseSettings(page.settings));
  const isAsked = integration_id === undefined || route?.sender?.id === integration_id;
  if (!route || !isAsked) throw invalid({ base: [{ code: "not_offered" }] });
  const { from_address, sender } = route;
  const { message, content, recipient } = await composeMail(ctx.db, grant, asked, {
    to,
    from_address,
  });
  const { template, values } = message;
  const test = { ...template, subject: `[Test] ${template.subject}` };
  const channel = route.channelFor({ templateOf: () => test, valuesOf: () => values });
  const messages = { recipient, message: channel.render(content, recipient) };
  const [verdict] = await channel.send([messages], { sender });
  const error = verdict ? errorOf(verdict) : "no answer";
  return changeRecords(ctx, grant, async (trx) => {
    const checked = { checked_at: wireNow(), last_error: error, fields: {}, settings: {} };
    if (sender) await updateIntegrationRow(trx, grant, sender.id, checked);
    return {
      result: error,
      audit: {
        ...(integration_id === undefined
          ? { action: "mail_template.test", subject_id: grant.status_page_id }
          : { action: "integration.test", subject_id: integration_id }),
        changes: { kind: asked.kind, delivered: error === null },
      },
      events: [],
    };
  });
}
