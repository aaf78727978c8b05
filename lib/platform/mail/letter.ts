import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Direction } from "#lib/platform/i18n/tags.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { fill, Html, type TemplateError, templateErrorOf } from "#lib/platform/mail/liquid.ts";
import { areWhole } from "#lib/platform/mail/placeholders.ts";
import { cleanLine } from "#lib/platform/text.ts";

export type Colors = Record<
  "ground" | "text" | "muted" | "line" | "link" | "header" | "header_text",
  string
>;

export type Letterhead = {
  page: { name: string; url: string };
  lang: string;
  dir: Direction;
  light: Colors;
  dark: Colors;
  templates: { layout: string | null; letter: string | null };
  logo?: { url: string; dark_url: string | null } | null;
};

type Link = { label: string; url: string };
type Shade = { ground: string; text: string };

export type News = {
  state: { label: string; light: Shade; dark: Shade };
  rows: { label: string; value: string }[];
  said: { html: string; text: string };
  links: Link[];
};

export type Letter = {
  subject: string;
  heading: string;
  /** Shown by mail programs beside the subject. */
  preview?: string;
  paragraphs: string[];
  news?: News;
  button: Link | null;
  /** Templates that leave these links out get them appended. */
  needed?: Link[];
  notes: string[];
  variables: Record<string, unknown>;
};

const FOLDER = join(fileURLToPath(import.meta.url), "..");
const read = (name: string) => readFileSync(join(FOLDER, `${name}.liquid`), "utf8");
const LAYOUT = read("layout");
const LETTERS = { plain: read("letter"), news: read("news") };

type Templates = { layout: string; letter: string };

function ownFor({ news }: Letter): Templates {
  return { layout: LAYOUT, letter: news ? LETTERS.news : LETTERS.plain };
}

export type Failure = TemplateError & { template: keyof Templates };

class Failed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.problem);
    this.failure = failure;
  }
}

function made(templates: Templates, which: keyof Templates, known: object): string {
  try {
    const text = fill(templates[which], known);
    if (!areWhole(text)) throw new Error("it changes what is filled in for each subscriber");
    return text;
  } catch (error) {
    throw new Failed({ template: which, ...templateErrorOf(error) });
  }
}

function inHtml(text: string): string {
  return fill("{{ text }}", { text });
}

function completed(html: string, { light }: Letterhead, { needed = [] }: Letter): string {
  const missing = needed.filter(({ url }) => !html.includes(inHtml(url)));
  if (missing.length === 0) return html;
  const links = missing.map(
    ({ url, label }) => `<a href="${inHtml(url)}" style="color:${light.link}">${inHtml(label)}</a>`,
  );
  const style = `margin:24px;font-size:14px;color:${light.muted}`;
  return atEnd(html, `<p style="${style}">${links.join(" · ")}</p>`);
}

function atEnd(html: string, more: string): string {
  const ends = Array.from(html.matchAll(/<\/body\s*>/gi), ({ index }) => index);
  const end = ends.at(-1) ?? html.length;
  return html.slice(0, end) + more + html.slice(end);
}

function html(templates: Templates, { templates: _, ...head }: Letterhead, letter: Letter): string {
  const { variables, news, needed: __, ...said } = letter;
  const texts = news && { ...news, said: { ...news.said, html: new Html(news.said.html) } };
  const known = { ...head, ...said, ...texts, ...variables };
  const text = made(templates, "letter", known);
  const content = new Html(text);
  const whole = made(templates, "layout", { ...known, content });
  return whole.includes(text) ? whole : atEnd(whole, text);
}

/** A failing operator's template must not stop the mail. */
function htmlOf(head: Letterhead, letter: Letter, onFailure: (failure: Failure) => void): string {
  const { layout, letter: body } = head.templates;
  const own = ownFor(letter);
  const wanted = { layout: layout ?? own.layout, letter: body ?? own.letter };
  try {
    return completed(html(wanted, head, letter), head, letter);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    onFailure(error.failure);
    return html(own, head, letter);
  }
}

function newsText({ state, rows, said }: News, t: Translate): string[] {
  const told = rows.map((row) => t("joined.label", row));
  return [state.label, told.join("\n"), said.text].filter((part) => part !== "");
}

function textOf({ page, lang }: Letterhead, letter: Letter): string {
  const t = translator(lang);
  const { heading, paragraphs, news, button, notes } = letter;
  const links = [...(button ? [button] : []), ...(news?.links ?? [])];
  const [first, ...rest] = links.map(
    ({ label, url }) => `${t("joined.label", { label, value: "" }).trimEnd()}\n${url}`,
  );
  const said = news ? newsText(news, t) : [];
  const parts = [heading, ...said, ...paragraphs, ...(first ? [first] : []), ...notes, ...rest];
  return `${parts.join("\n\n")}\n\n-- \n${page.name}\n${page.url}\n`;
}

/**
 * Gmail shows 102 KB of a mail's decoded HTML and hides the rest, such as the link to unsubscribe.
 * Leaves room for what is filled in for each recipient.
 */
export const MAX_HTML_BYTES = 94_000;

/**
 * Subject and heading become one line each, whatever separators the names in them contain.
 * @param onFailure gets an operator's template that fails; ours is used instead
 */
export function renderLetter(
  head: Letterhead,
  letter: Letter,
  onFailure: (failure: Failure) => void = () => {},
): { subject: string; text: string; html: string } {
  const [subject, heading] = [cleanLine(letter.subject), cleanLine(letter.heading)];
  const clean = { ...letter, subject, heading };
  return { subject, text: textOf(head, clean), html: htmlOf(head, clean, onFailure) };
}
