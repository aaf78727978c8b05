import type { NotificationContent } from "#lib/channels/channel.ts";
import { isRestricted } from "#lib/core/access/restriction.ts";
import {
  linkPictures,
  picturesAsAltText,
  withPictureUrlsHtml,
  withPictureUrlsMarkdown,
} from "#lib/core/markdown/pictures.ts";
import { renderMarkdown } from "#lib/core/markdown/rendered.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import type { EventFacts } from "#lib/notifications/event-facts.ts";
import { palette } from "#lib/pages/branding/theme.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";
import {
  type Failure,
  type Letter,
  type Letterhead,
  MAX_HTML_BYTES,
  type News,
  renderLetter,
} from "#lib/platform/mail/letter.ts";
import { fill, Html, metadataVariable, placeholderVariable } from "#lib/platform/mail/liquid.ts";
import { placeholder } from "#lib/platform/mail/placeholders.ts";
import { cleanLine, cleanText } from "#lib/platform/text.ts";
import { formats } from "#lib/site/words/format.ts";
import { planText } from "#lib/site/words/labels.ts";

export type Look = Pick<EventFacts, "page" | "settings">;

const SHADES = { major: "j", minor: "n", scheduled: "p", ok: "o" } as const;
const MAX_SERVICES = 20;
const MAX_IN_SUBJECT = 2;

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
  const services = listed(content, names, MAX_SERVICES);
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
  const names = content.services.map(({ name }) => isolated(name, page.locale));
  const services = listed(content, names, MAX_IN_SUBJECT);
  const labeled = (value: string) => cleanLine(t("joined.label", { label: alert, value }));
  if (is_title_automatic) return labeled(services);
  const title = isolated(content.title, page.locale);
  const [only, ...others] = content.services.map(({ name }) => cleanLine(name).toLowerCase());
  const isNamed = others.length === 0 && content.title.toLowerCase().includes(only ?? "");
  return labeled(isNamed ? title : `${services} – ${title}`);
}

/** The first mail's subject, after which Gmail groups. */
export function openingSubject(content: NotificationContent, isReply: boolean): string {
  const subject = subjectOf({ ...content, ...content.opening });
  return isReply ? `Re: ${subject}` : subject;
}

/** Extra variables for operators' templates. */
function variablesOf(content: NotificationContent, said: News["said"]): Letter["variables"] {
  const { services, starts_at, ends_at, posted_at, state, type, kind, title, url, text } = content;
  const f = formats(content.page.locale, content.page.zone, content.page, content.posted_at);
  const times = {
    starts_at_text: f.dateTime(starts_at),
    ends_at_text: ends_at === null ? "" : f.dateTime(ends_at),
  };
  return {
    incident: { title, type, kind, starts_at, ends_at, ...times, url, services },
    update: {
      type: state,
      posted_at,
      posted_at_text: f.dateTime(posted_at),
      html: new Html(said.html),
      text,
    },
    subscriber: { email: placeholderVariable("email"), metadata: metadataVariable() },
    manage_url: placeholderVariable("manage_url"),
    unsubscribe_url: placeholderVariable("unsubscribe_url"),
  };
}

const MAX_PREVIEW = 140;

function previewOf({ alert, state }: NotificationContent, text: string): string {
  const said = cleanLine(text.slice(0, 2 * MAX_PREVIEW));
  return [alert ?? state, said].join(" – ").slice(0, MAX_PREVIEW).toWellFormed();
}

/** Begins a text's last part that is left out. */
function cutAt(text: string, most: number): string {
  const begun = text.slice(0, most);
  const end = begun.search(/\s\S*$/);
  return (end > most / 2 ? begun.slice(0, end) : begun).toWellFormed().trimEnd();
}

type Said = { text: string; isCut: boolean };

async function saidIn(
  { text, isCut }: Said,
  { url, page: { url: base } }: NotificationContent,
  { page }: Look,
  t: Translate,
): Promise<News["said"]> {
  // A mail program cannot prove that it may load what is on a restricted page.
  const shown = isRestricted(page) ? linkPictures : withPictureUrlsHtml;
  const html = shown(await renderMarkdown(text), base);
  const plain = cleanText(markdownText(withPictureUrlsMarkdown(text, base))).trim();
  if (!isCut) return { html, text: plain };
  const link = fill('<p>… <a href="{{ url }}">{{ label }}</a></p>', {
    url,
    label: t("public.read_on"),
  });
  return { html: `${html}\n${link}`, text: `${plain}…` };
}

async function letterOf(content: NotificationContent, look: Look, part: Said): Promise<Letter> {
  const t = translator(content.page.locale);
  const manage = { label: t("mail.manage.button"), url: placeholder("manage_url") };
  const unsubscribe = {
    label: t("subscribe.manage.unsubscribe"),
    url: placeholder("unsubscribe_url"),
  };
  const said = await saidIn(part, content, look, t);
  return {
    subject: subjectOf(content),
    heading: content.title,
    preview: previewOf(content, markdownText(picturesAsAltText(part.text))),
    paragraphs: [],
    news: {
      state: stateOf(content, look),
      rows: rowsOf(content),
      said,
      links: [manage, unsubscribe],
    },
    button: { label: t("news.open"), url: content.url },
    notes: [t("news.because", { name: content.page.name })],
    needed: [unsubscribe],
    variables: variablesOf(
      { ...content, text: withPictureUrlsMarkdown(part.text, content.page.url) },
      said,
    ),
  };
}

type Rendered = ReturnType<typeof renderLetter>;

/**
 * Cuts the operator's text until mail programs show the whole mail. Templates that are too long
 * without any text are passed over like those that fail.
 */
export async function renderNews(
  content: NotificationContent,
  look: Look,
  head: Letterhead,
  failures: Failure[],
): Promise<Rendered> {
  let part: Said = { text: content.text, isCut: false };
  for (;;) {
    const letter = await letterOf(content, look, part);
    const failed: Failure[] = [];
    const rendered = renderLetter(head, letter, (failure) => failed.push(failure));
    const over = Buffer.byteLength(rendered.html) - MAX_HTML_BYTES;
    if (over <= 0 || part.text === "") {
      failures.push(...failed);
      return over > 0 ? renderPlainly(content, look, head, failures) : rendered;
    }
    const bytes = Buffer.byteLength(letter.news?.said.html ?? "");
    const share = Math.min(0.9, Math.max(0, (bytes - over) / bytes));
    part = { text: cutAt(part.text, Math.floor(part.text.length * share * 0.97)), isCut: true };
  }
}

function renderPlainly(
  content: NotificationContent,
  look: Look,
  head: Letterhead,
  failures: Failure[],
): Promise<Rendered> {
  const { layout } = head.templates;
  const problem = "it makes so much HTML that mail programs hide the links at its end";
  failures.push({ template: layout === null ? "letter" : "layout", line: null, problem });
  return renderNews(
    content,
    look,
    { ...head, templates: { layout: null, letter: null } },
    failures,
  );
}
