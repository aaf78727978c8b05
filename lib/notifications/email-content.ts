import { createHash } from "node:crypto";
import type { NotificationContent, Recipient } from "#lib/channels/channel.ts";
import type { EmailRenderer, Template } from "#lib/channels/email/message.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { renderMarkdown } from "#lib/core/markdown/rendered.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import type { EventFacts } from "#lib/notifications/event-facts.ts";
import { letterheadOf } from "#lib/pages/branding/letterhead.ts";
import { palette } from "#lib/pages/branding/theme.ts";
import { env } from "#lib/platform/config/env.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { type Failure, type Letter, type News, renderLetter } from "#lib/platform/mail/letter.ts";
import { Html, metadataVariable, placeholderVariable } from "#lib/platform/mail/liquid.ts";
import {
  personalIn,
  placeholder,
  printedValue,
  type Values,
} from "#lib/platform/mail/placeholders.ts";
import { cleanLine, cleanText } from "#lib/site/words/escape.ts";
import { formats } from "#lib/site/words/format.ts";
import { planText } from "#lib/site/words/labels.ts";

type Envelope = {
  from_address: string;
  /** Message ids of earlier updates, oldest first. */
  earlier: readonly string[];
  onFailure?: (failure: Failure) => Promise<void>;
};

type Look = Pick<EventFacts, "page" | "settings">;

const SHADES = { major: "j", minor: "n", scheduled: "p", ok: "o" } as const;
const MOST_SERVICES = 20;
const MOST_IN_SUBJECT = 2;

function stateOf(content: NotificationContent, { settings }: Look): News["state"] {
  const name = SHADES[content.is_over || content.severity === null ? "ok" : content.severity];
  const shade = (scheme: "light" | "dark") => {
    const { [`${name}-b`]: ground = "", [`${name}-t`]: text = "" } = palette(settings, scheme);
    return { ground, text };
  };
  const label = [content.state, content.type].filter((part) => part !== null).join(" · ");
  return { label: cleanLine(label), light: shade("light"), dark: shade("dark") };
}

function listed(content: NotificationContent, names: string[], most: number): string {
  const t = translator(content.page.locale);
  const f = formats(content.page.locale, content.page.zone, content.page, content.posted_at);
  const rest = names.length - most;
  if (rest <= 0) return f.list(names);
  return f.list([...names.slice(0, most), t("public.sentence.more", { count: rest })]);
}

function rowsOf(content: NotificationContent): News["rows"] {
  const t = translator(content.page.locale);
  const f = formats(content.page.locale, content.page.zone, content.page, content.posted_at);
  const names = content.services.map(({ name, state }) =>
    cleanLine(state === "" ? name : t("joined.note", { name, note: state })),
  );
  const services = listed(content, names, MOST_SERVICES);
  const { starts_at, ends_at, kind, next_update_at: next } = content;
  const planned = ends_at === null ? f.dateTime(starts_at) : f.span(starts_at, ends_at);
  const time = kind === "maintenance" ? planned : f.dateTime(content.posted_at);
  const when = {
    label: t(kind === "maintenance" ? "news.when" : "news.posted"),
    value: planText(content, { t, f }) ?? time,
  };
  const affected = { label: t("public.incidents.affected"), value: services };
  return [
    ...(services === "" ? [] : [affected]),
    when,
    ...(next ? [{ label: t("news.next_update"), value: f.dateTime(next) }] : []),
  ];
}

/** State and services, each named once: `Down: Card payments – Payments fail`. */
function subjectOf(content: NotificationContent): string {
  const { alert = content.state, is_title_automatic, page } = content;
  const t = translator(page.locale);
  const names = content.services.map(({ name }) => isolated(cleanLine(name), page.locale));
  const services = listed(content, names, MOST_IN_SUBJECT);
  const labeled = (value: string) => cleanLine(t("joined.label", { label: alert, value }));
  if (is_title_automatic) return labeled(services);
  const title = isolated(content.title, page.locale);
  const [only, ...others] = content.services.map(({ name }) => cleanLine(name).toLowerCase());
  const isNamed = others.length === 0 && content.title.toLowerCase().includes(only ?? "");
  return labeled(isNamed ? title : `${services} – ${title}`);
}

/** Extra variables for operators' templates. */
function variablesOf(content: NotificationContent, said: Html): Letter["variables"] {
  const { services, starts_at, ends_at, posted_at, state, type, kind, title, url, text } = content;
  const f = formats(content.page.locale, content.page.zone, content.page, content.posted_at);
  const times = {
    starts_at_text: f.dateTime(starts_at),
    ends_at_text: ends_at === null ? "" : f.dateTime(ends_at),
  };
  return {
    incident: { title, type, kind, starts_at, ends_at, ...times, url, services },
    update: { type: state, posted_at, posted_at_text: f.dateTime(posted_at), html: said, text },
    subscriber: { email: placeholderVariable("email"), metadata: metadataVariable() },
    manage_url: placeholderVariable("manage_url"),
    unsubscribe_url: placeholderVariable("unsubscribe_url"),
  };
}

async function letterOf(content: NotificationContent, look: Look): Promise<Letter> {
  const t = translator(content.page.locale);
  const manage = { label: t("mail.manage.button"), url: placeholder("manage_url") };
  const unsubscribe = {
    label: t("subscribe.manage.unsubscribe"),
    url: placeholder("unsubscribe_url"),
  };
  const { title } = content;
  const said = await renderMarkdown(content.text);
  return {
    subject: subjectOf(content),
    heading: cleanLine(title),
    paragraphs: [],
    news: {
      state: stateOf(content, look),
      rows: rowsOf(content),
      said: { html: said, text: cleanText(markdownText(content.text)).trim() },
      links: [manage, unsubscribe],
    },
    button: { label: t("news.open"), url: content.url },
    notes: [t("news.because", { name: content.page.name })],
    needed: [unsubscribe],
    variables: variablesOf(content, new Html(said)),
  };
}

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
  const letter = await letterOf(content, look);
  return {
    from: { name, address: from_address },
    reply_to: settings.reply_to_email ?? (settings.support_email || null),
    subject: letter.subject,
    ...renderLetter(head, letter, (failure) => failures.push(failure)),
    headers: {
      "List-Id": `${page.subdomain} <${page.subdomain}.${env().PAGES_DOMAIN}>`,
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

const known = new WeakMap<NotificationContent, Written>();

async function write(
  grant: PageGrant,
  look: Look,
  content: NotificationContent,
  envelope: Envelope,
): Promise<Written> {
  const failures: Failure[] = [];
  const template = await templateOf(grant, look, content, envelope, failures);
  for (const failure of failures) await envelope.onFailure?.(failure);
  const written = { template, personal: personalIn(template.html) };
  known.set(content, written);
  return written;
}

/** Renders each content once for all its recipients. */
export async function emailRendererFor(
  grant: PageGrant,
  look: Look,
  contents: readonly NotificationContent[],
  envelope: Envelope,
): Promise<EmailRenderer> {
  const all = new Map<NotificationContent, Written>();
  for (const content of contents)
    all.set(content, known.get(content) ?? (await write(grant, look, content, envelope)));
  const of = (content: NotificationContent) => all.get(content) as Written;
  return {
    templateOf: (content) => of(content).template,
    valuesOf: (content, recipient) => valuesOf(content, recipient, envelope, of(content).personal),
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
