import { markdownLines, parseBounded, plainOf } from "#lib/core/markdown/lines.ts";
import { plainHtml, renderCounted } from "#lib/core/markdown/render.ts";
import { withoutComments } from "#lib/core/markdown/source.ts";

function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}

export type Form = "html" | "text";

export function inForm(source: string, form: Form): string {
  return form === "html" ? renderCounted(source).html : markdownText(source);
}

export function asWritten(source: string, form: Form): string {
  return form === "html" ? plainHtml(source) : withoutComments(source);
}

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Escapes only where the line would otherwise read differently. */
export function typedLine(text: string): string {
  const isParagraph = parseBounded(text)?.[0]?.type === "paragraph_open";
  const isShown = isParagraph && plainOf(markdownLines(text) ?? []) === text.trimEnd();
  return isShown ? text : text.replaceAll(PUNCTUATION, "\\$&");
}

/** Plain text with list marks and addresses. @param most characters; the rest is cut */
export function markdownText(source: string, most = Number.POSITIVE_INFINITY): string {
  const part = beginning(withoutComments(source), 2 * most);
  const lines = markdownLines(part);
  return beginning(lines ? plainOf(lines) : part, most);
}
