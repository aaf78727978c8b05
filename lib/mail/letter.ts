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
};

/** What a mail says, in its reader's language. */
export type Letter = {
  subject: string;
  heading: string;
  paragraphs: string[];
  button: { label: string; url: string } | null;
  /** Small print. */
  notes: string[];
  /** What templates of operators may name beside all this. */
  variables: Record<string, unknown>;
};

const FOLDER = join(fileURLToPath(import.meta.url), "..", "templates");
const read = (name: string) => readFileSync(join(FOLDER, `${name}.liquid`), "utf8");
const OWN = { layout: read("layout"), letter: read("letter") };

type Templates = typeof OWN;

function html(templates: Templates, { templates: _, ...head }: Letterhead, letter: Letter): string {
  const { variables, ...said } = letter;
  const known = { ...variables, ...head, ...said };
  const content = fill(templates.letter, known);
  return fill(templates.layout, { ...known, content });
}

/** An operator's template that fails, or has no place for the link, must not keep the mail. */
function htmlOf(head: Letterhead, letter: Letter): string {
  const { layout, letter: body } = head.templates;
  if (layout === null && body === null) return html(OWN, head, letter);
  try {
    const made = html({ layout: layout ?? OWN.layout, letter: body ?? OWN.letter }, head, letter);
    if (!letter.button || made.includes(fill("{{ url }}", letter.button))) return made;
    log().warn({ page: head.page.url }, "a mail template lacks the link; ours is used");
  } catch (error) {
    log().warn({ page: head.page.url, reason: (error as Error).message }, "a mail template failed");
  }
  return html(OWN, head, letter);
}

function textOf({ page }: Letterhead, { heading, paragraphs, button, notes }: Letter): string {
  const link = button ? [`${button.label}:\n${button.url}`] : [];
  const parts = [heading, ...paragraphs, ...link, ...notes];
  return `${parts.join("\n\n")}\n\n-- \n${page.name}\n${page.url}\n`;
}

/** A letter as plain text and as HTML. */
export function written(head: Letterhead, letter: Letter): { text: string; html: string } {
  return { text: textOf(head, letter), html: htmlOf(head, letter) };
}
