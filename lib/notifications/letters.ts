import { createHash } from "node:crypto";
import type { Recipient, Story } from "#lib/channels/channel.ts";
import type { Letters, Template } from "#lib/channels/email/template.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { renderMarkdown } from "#lib/core/markdown/rendered.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import type { Facts } from "#lib/notifications/facts.ts";
import { letterheadOf } from "#lib/pages/branding/letterhead.ts";
import { palette } from "#lib/pages/branding/theme.ts";
import { env } from "#lib/platform/config/env.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { type Failure, type Letter, type News, written } from "#lib/platform/mail/letter.ts";
import { blankVariable, Html, metadataVariable } from "#lib/platform/mail/liquid.ts";
import { blank, personalIn, printedValue, type Values } from "#lib/platform/mail/placeholders.ts";
import { cleanLine, cleanText } from "#lib/site/words/escape.ts";
import { formats } from "#lib/site/words/format.ts";

/** Whose mail it is, and what it follows. */
type Envelope = {
  /** What stands in `From`. */
  from_address: string;
  /** The message ids of what happened before, the first one first. */
  earlier: readonly string[];
  /** Hears of an operator's template that fails. */
  onFailure?: (failure: Failure) => Promise<void>;
};

/** What a letter takes of the facts. */
type Look = Pick<Facts, "page" | "settings">;

const SHADES = { major: "j", minor: "n", scheduled: "p", ok: "o" } as const;
const MOST_SERVICES = 20;
const MOST_IN_SUBJECT = 2;

function stateOf(story: Story, { settings }: Look): News["state"] {
  const name = SHADES[story.is_over || story.severity === null ? "ok" : story.severity];
  const shade = (scheme: "light" | "dark") => {
    const { [`${name}-b`]: ground = "", [`${name}-t`]: text = "" } = palette(settings, scheme);
    return { ground, text };
  };
  const label = [story.state, story.type].filter((part) => part !== null).join(" · ");
  return { label: cleanLine(label), light: shade("light"), dark: shade("dark") };
}

function listed(story: Story, names: string[], most: number): string {
  const t = translator(story.page.locale);
  const f = formats(story.page.locale, story.page.zone, story.page, story.posted_at);
  const rest = names.length - most;
  if (rest <= 0) return f.list(names);
  return f.list([...names.slice(0, most), t("public.sentence.more", { count: rest })]);
}

function rowsOf(story: Story): News["rows"] {
  const t = translator(story.page.locale);
  const f = formats(story.page.locale, story.page.zone, story.page, story.posted_at);
  const names = story.services.map(({ name, state }) => cleanLine(`${name} (${state})`));
  const services = listed(story, names, MOST_SERVICES);
  const { starts_at, ends_at, kind, next_update_at: next } = story;
  const times =
    kind === "maintenance"
      ? [starts_at, ends_at].flatMap((time) => (time === null ? [] : [f.dateTime(time)]))
      : [f.dateTime(story.posted_at)];
  const when = {
    label: t(kind === "maintenance" ? "news.when" : "news.posted"),
    value: times.join(" – "),
  };
  const affected = { label: t("public.incidents.affected"), value: services };
  return [
    ...(services === "" ? [] : [affected]),
    when,
    ...(next ? [{ label: t("news.next_update"), value: f.dateTime(next) }] : []),
  ];
}

/** The state and the services first, each once: `Down: Card payments – Payments fail`. */
function subjectOf(story: Story): string {
  const { alert = story.state, title, is_title_automatic } = story;
  const names = story.services.map(({ name }) => cleanLine(name));
  const services = listed(story, names, MOST_IN_SUBJECT);
  if (is_title_automatic) return cleanLine(`${alert}: ${services}`);
  const isNamed = names.length === 1 && title.toLowerCase().includes(services.toLowerCase());
  const what = services === "" || isNamed ? title : `${services} – ${title}`;
  return cleanLine(`${alert}: ${what}`);
}

/** What operators' templates may name beside what our own say. */
function variablesOf(story: Story, said: Html): Letter["variables"] {
  const { services, starts_at, ends_at, posted_at, state, type, kind, title, url, text } = story;
  const f = formats(story.page.locale, story.page.zone, story.page, story.posted_at);
  const times = {
    starts_at_text: f.dateTime(starts_at),
    ends_at_text: ends_at === null ? "" : f.dateTime(ends_at),
  };
  return {
    incident: { title, type, kind, starts_at, ends_at, ...times, url, services },
    update: { type: state, posted_at, posted_at_text: f.dateTime(posted_at), html: said, text },
    subscriber: { email: blankVariable("email"), metadata: metadataVariable() },
    manage_url: blankVariable("manage_url"),
    unsubscribe_url: blankVariable("unsubscribe_url"),
  };
}

async function letterOf(story: Story, look: Look): Promise<Letter> {
  const t = translator(story.page.locale);
  const manage = { label: t("mail.manage.button"), url: blank("manage_url") };
  const unsubscribe = { label: t("subscribe.manage.unsubscribe"), url: blank("unsubscribe_url") };
  const { title } = story;
  const said = await renderMarkdown(story.text);
  return {
    subject: subjectOf(story),
    heading: cleanLine(title),
    paragraphs: [],
    news: {
      state: stateOf(story, look),
      rows: rowsOf(story),
      said: { html: said, text: cleanText(markdownText(story.text)).trim() },
      links: [manage, unsubscribe],
    },
    button: { label: t("news.open"), url: story.url },
    notes: [t("news.because", { name: story.page.name })],
    needed: [unsubscribe],
    variables: variablesOf(story, new Html(said)),
  };
}

async function templateOf(
  grant: PageGrant,
  look: Look,
  story: Story,
  { from_address }: Envelope,
  failures: Failure[],
): Promise<Template> {
  const { settings, page } = look;
  const { name, locale } = story.page;
  const template = settings.email_notification_template;
  const head = letterheadOf(grant, settings, { name, lang: locale, template });
  const letter = await letterOf(story, look);
  return {
    from: { name, address: from_address },
    reply_to: settings.reply_to_email ?? (settings.support_email || null),
    subject: letter.subject,
    ...written(head, letter, (failure) => failures.push(failure)),
    headers: {
      "List-Id": `${page.subdomain} <${page.subdomain}.${env().PAGES_DOMAIN}>`,
      Precedence: "bulk",
      "In-Reply-To": blank("references"),
      References: blank("references"),
      "List-Unsubscribe": `<${blank("unsubscribe_url")}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

const ID_BYTES = 12;

/** The same for a recipient whenever it is made, and it tells nobody who that is. */
function idFor(message_id: string, address: string, host: string): string {
  const digest = createHash("sha256").update(`${message_id} ${address}`).digest();
  return `${message_id}.${digest.subarray(0, ID_BYTES).toString("hex")}@${host}`;
}

type Written = { template: Template; personal: ReturnType<typeof personalIn> };

const known = new WeakMap<Story, Written>();

async function write(
  grant: PageGrant,
  look: Look,
  story: Story,
  envelope: Envelope,
): Promise<Written> {
  const failures: Failure[] = [];
  const template = await templateOf(grant, look, story, envelope, failures);
  for (const failure of failures) await envelope.onFailure?.(failure);
  const written = { template, personal: personalIn(template.html) };
  known.set(story, written);
  return written;
}

/** How stories of an event become mails; each is written once for all who read it. */
export async function lettersFor(
  grant: PageGrant,
  look: Look,
  stories: readonly Story[],
  envelope: Envelope,
): Promise<Letters> {
  const all = new Map<Story, Written>();
  for (const story of stories)
    all.set(story, known.get(story) ?? (await write(grant, look, story, envelope)));
  const of = (story: Story) => all.get(story) as Written;
  return {
    templateOf: (story) => of(story).template,
    valuesOf: (story, recipient) => valuesOf(story, recipient, envelope, of(story).personal),
  };
}

function valuesOf(
  story: Story,
  { address, manage_url, unsubscribe_url, living, metadata = {} }: Recipient,
  { earlier }: Envelope,
  personal: Written["personal"],
): Values {
  const { hostname } = new URL(story.page.url);
  // The same for all who want one thread, so that who came later has it, too; else each its own.
  const thread = `${living ? story.subject.replace(":", ".") : story.event_id}.thread@${hostname}`;
  const [first, ...rest] = living ? earlier : [];
  const before = [first, rest.at(-1)].flatMap((id) => (id ? [idFor(id, address, hostname)] : []));
  const values: Values = {
    email: address,
    message_id: idFor(story.event_id, address, hostname),
    references: [thread, ...before].map((id) => `<${id}>`).join(" "),
    manage_url: manage_url ?? story.page.url,
    unsubscribe_url: unsubscribe_url ?? story.page.url,
  };
  for (const { name, key, fallback } of personal) {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    values[name] = printedValue(value, fallback);
  }
  return values;
}
