import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Direction } from "#lib/i18n/tags.ts";
import { log } from "#lib/log.ts";
import { fill } from "#lib/mail/liquid.ts";

export type Colors = Record<
  "ground" | "text" | "muted" | "line" | "link" | "header" | "header_text",
  string
>;

/** Whose mail it is, and how that looks. */
export type Letterhead = {
  page: { name: string; url: string };
  lang: string;
  dir: Direction;
  light: Colors;
  dark: Colors;
  /** Operators' templates in place of ours. */
  templates: { layout: string | null; letter: string | null };
  logo?: { url: string } | null;
};

type Link = { label: string; url: string };
type Shade = { ground: string; text: string };

/** What a letter with news says beside its heading. */
export type News = {
  state: { label: string; light: Shade; dark: Shade };
  rows: { label: string; value: string }[];
  /** What an operator wrote. */
  said: { html: string; text: string };
  /** What a reader may do about the letter. */
  links: Link[];
};

/** What a mail says, in its reader's language. */
export type Letter = {
  subject: string;
  heading: string;
  paragraphs: string[];
  news?: News;
  button: Link | null;
  /** Small print. */
  notes: string[];
  /** What templates of operators may name beside all this. */
  variables: Record<string, unknown>;
};

const FOLDER = join(fileURLToPath(import.meta.url), "..", "templates");
const read = (name: string) => readFileSync(join(FOLDER, `${name}.liquid`), "utf8");
const LAYOUT = read("layout");
const LETTERS = { plain: read("letter"), news: read("news") };

type Templates = { layout: string; letter: string };

function ownFor({ news }: Letter): Templates {
  return { layout: LAYOUT, letter: news ? LETTERS.news : LETTERS.plain };
}

function html(templates: Templates, { templates: _, ...head }: Letterhead, letter: Letter): string {
  const { variables, news, ...said } = letter;
  const known = { ...variables, ...head, ...said, ...news };
  const content = fill(templates.letter, known);
  return fill(templates.layout, { ...known, content });
}

/** An operator's template that fails, or has no place for the link, must not keep the mail. */
function htmlOf(head: Letterhead, letter: Letter): string {
  const { layout, letter: body } = head.templates;
  const own = ownFor(letter);
  if (layout === null && body === null) return html(own, head, letter);
  try {
    const made = html({ layout: layout ?? own.layout, letter: body ?? own.letter }, head, letter);
    if (!letter.button || made.includes(fill("{{ url }}", letter.button))) return made;
    log().warn({ page: head.page.url }, "a mail template lacks the link; ours is used");
  } catch (error) {
    log().warn({ page: head.page.url, reason: (error as Error).message }, "a mail template failed");
  }
  return html(own, head, letter);
}

function newsText({ state, rows, said }: News): string[] {
  const told = rows.map(({ label, value }) => `${label}: ${value}`);
  return [state.label, told.join("\n"), said.text].filter((part) => part !== "");
}

function textOf({ page }: Letterhead, letter: Letter): string {
  const { heading, paragraphs, news, button, notes } = letter;
  const links = [...(button ? [button] : []), ...(news?.links ?? [])];
  const [first, ...rest] = links.map(({ label, url }) => `${label}:\n${url}`);
  const said = news ? newsText(news) : [];
  const parts = [heading, ...said, ...paragraphs, ...(first ? [first] : []), ...notes, ...rest];
  return `${parts.join("\n\n")}\n\n-- \n${page.name}\n${page.url}\n`;
}

/** A letter as plain text and as HTML. */
export function written(head: Letterhead, letter: Letter): { text: string; html: string } {
  return { text: textOf(head, letter), html: htmlOf(head, letter) };
}
