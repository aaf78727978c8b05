import { createHash } from "node:crypto";
import type { NotificationContent, Recipient } from "#lib/channels/channel.ts";
import { type EmailRenderer, listId, type Template } from "#lib/channels/email/message.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { type Look, openingSubject, renderNews } from "#lib/notifications/email-letter.ts";
import { letterheadOf } from "#lib/pages/branding/letterhead.ts";
import type { Failure } from "#lib/platform/mail/letter.ts";
import {
  personalIn,
  placeholder,
  printedValue,
  type Values,
} from "#lib/platform/mail/placeholders.ts";

type Envelope = {
  from_address: string;
  /** Message ids of earlier updates, oldest first. */
  earlier: readonly string[];
  onFailure?: (failure: Failure) => Promise<void>;
};

async function templateOf(
  grant: PageGrant,
  look: Look,
  content: NotificationContent,
  { from_address }: Envelope,
  failures: Failure[],
): Promise<Template> {
  const { settings, page } = look;
  const { name, locale } = content.page;
  const template = settings.email_notification_template;
  const head = letterheadOf(grant, settings, { name, lang: locale, template });
  const rendered = await renderNews(content, look, head, failures);
  return {
    from: { name: head.page.name, address: from_address },
    reply_to: settings.reply_to_email ?? (settings.support_email || null),
    ...rendered,
    headers: {
      "List-Id": listId(page.subdomain),
      Precedence: "bulk",
      "In-Reply-To": placeholder("references"),
      References: placeholder("references"),
      "List-Unsubscribe": `<${placeholder("unsubscribe_url")}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

const ID_BYTES = 12;

/** Stable per recipient, and reveals nobody's address. */
function idFor(message_id: string, address: string, host: string): string {
  const digest = createHash("sha256").update(`${message_id} ${address}`).digest();
  return `${message_id}.${digest.subarray(0, ID_BYTES).toString("hex")}@${host}`;
}

type Written = { template: Template; personal: ReturnType<typeof personalIn> };
type Variants = { own: Written; kept: Written };

const known = new WeakMap<NotificationContent, Variants>();

async function write(
  grant: PageGrant,
  look: Look,
  content: NotificationContent,
  envelope: Envelope,
): Promise<Variants> {
  const failures: Failure[] = [];
  const template = await templateOf(grant, look, content, envelope, failures);
  for (const failure of failures) await envelope.onFailure?.(failure);
  const own = { template, personal: personalIn(template.html) };
  const subject = content.opening && openingSubject(content, envelope.earlier.length > 0);
  const kept = subject === undefined ? own : { ...own, template: { ...template, subject } };
  const variants = { own, kept };
  known.set(content, variants);
  return variants;
}

/** Renders each content once for all its recipients. */
export async function emailRendererFor(
  grant: PageGrant,
  look: Look,
  contents: readonly NotificationContent[],
  envelope: Envelope,
): Promise<EmailRenderer> {
  const all = new Map<NotificationContent, Variants>();
  for (const content of contents)
    all.set(content, known.get(content) ?? (await write(grant, look, content, envelope)));
  const of = (content: NotificationContent, recipient?: Recipient) => {
    const { own, kept } = all.get(content) as Variants;
    return recipient?.keepsSubject ? kept : own;
  };
  return {
    templateOf: (content, recipient) => of(content, recipient).template,
    valuesOf: (content, recipient) =>
      valuesOf(content, recipient, envelope, of(content, recipient).personal),
  };
}

function valuesOf(
  content: NotificationContent,
  { address, manage_url, unsubscribe_url, isThreaded, metadata = {} }: Recipient,
  { earlier }: Envelope,
  personal: Written["personal"],
): Values {
  const { hostname } = new URL(content.page.url);
  // Threaded subscribers share a thread id, so those who joined later have it, too.
  const thread = `${isThreaded ? content.subject.replace(":", ".") : content.event_id}.thread@${hostname}`;
  const [first, ...rest] = isThreaded ? earlier : [];
  const before = [first, rest.at(-1)].flatMap((id) => (id ? [idFor(id, address, hostname)] : []));
  const values: Values = {
    email: address,
    message_id: idFor(content.event_id, address, hostname),
    references: [thread, ...before].map((id) => `<${id}>`).join(" "),
    manage_url: manage_url ?? content.page.url,
    unsubscribe_url: unsubscribe_url ?? content.page.url,
  };
  for (const { name, key, fallback } of personal) {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    values[name] = printedValue(value, fallback);
  }
  return values;
}
