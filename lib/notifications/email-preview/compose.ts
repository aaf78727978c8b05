import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Db } from "#db/index.ts";
import type { NotificationContent, Recipient } from "#lib/channels/channel.ts";
import type { EmailMessage } from "#lib/channels/email/message.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { newMessageId } from "#lib/core/events/event.ts";
import { optionalText } from "#lib/core/fields/text.ts";
import { findNewestUpdate } from "#lib/notifications/email-preview/queries.ts";
import { readFacts } from "#lib/notifications/facts.ts";
import { emailRendererFor } from "#lib/notifications/letters.ts";
import { tellingOf } from "#lib/notifications/sending/prepare.ts";
import { composeContent, type Words, wordsFor } from "#lib/notifications/story.ts";
import { sampleContent, testedBy } from "#lib/notifications/test-messages/story.ts";
import { letterheadOf } from "#lib/pages/branding/letterhead.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { type Failure, renderLetter } from "#lib/platform/mail/letter.ts";
import { personalIn } from "#lib/platform/mail/placeholders.ts";
import { localized } from "#lib/site/words/localized.ts";
import { confirmationLetter } from "#lib/subscribers/sign-up/messages.ts";

const MOST = 262_144;
const template = optionalText(MOST);

/** A mail that is looked at, by templates that may not be saved. */
export const AskedMail = z.object({
  kind: z.enum(["notification", "confirmation"]),
  email_layout_template: template,
  email_confirmation_template: template,
  email_notification_template: template,
});
export type AskedMail = z.infer<typeof AskedMail>;

type Composed = {
  message: EmailMessage;
  content: NotificationContent;
  recipient: Recipient;
  failures: Failure[];
};

type Facts = { page: Awaited<ReturnType<typeof getStatusPageRow>>; settings: Settings };

/** The newest incident; without one it says that it is a test. */
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
  const facts = event && (await readFacts(db, grant, event));
  if (!facts) return sampleContent(db, grant, words.t);
  return composeContent(grant, await tellingOf(db, grant, event, facts, null), words);
}

/** Where nothing is kept under a key, its name is shown. */
function named({ template, values }: EmailMessage): EmailMessage {
  const shown = personalIn(template.html).map(({ name, key, fallback }) => [
    name,
    fallback || `[${key}]`,
  ]);
  return { template, values: { ...values, ...Object.fromEntries(shown) } };
}

async function confirmation(
  grant: PageGrant,
  { page, settings }: Facts,
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
  const whole = { from, reply_to, subject: letter.subject, ...body, headers };
  return { message: { template: whole, values: message.values }, failures };
}

/** A mail of a page to somebody, with what is newest there. */
export async function composeMail(
  db: Db,
  grant: PageGrant,
  { kind, ...templates }: AskedMail,
  { to, from_address }: { to: string; from_address: string },
): Promise<Composed> {
  const page = await getStatusPageRow(db, grant);
  const chosen = { ...templates, email_templates_enabled: true };
  const settings = { ...parseSettings(page.settings), ...chosen } as Settings;
  const words = wordsFor({ page, settings }, null);
  const content = await newestContent(db, grant, words);
  const url = pageUrl(grant);
  const recipient = { ...testedBy(to), manage_url: url, unsubscribe_url: `${url}/unsubscribe` };
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
