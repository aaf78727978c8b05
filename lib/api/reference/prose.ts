import MarkdownIt from "markdown-it";
import { memoized } from "#lib/platform/memoized.ts";

const MAX_REMEMBERED = 2_000;

// The texts are our own: none has bounds to keep, as lib/core/markdown has for those of tenants.
const markdown = new MarkdownIt();

/** Paragraphs and lists as HTML. */
export const proseHtml = memoized(MAX_REMEMBERED, (text: string): string => markdown.render(text));

/** A phrase as HTML. */
export const phraseHtml = memoized(MAX_REMEMBERED, (text: string): string =>
  markdown.renderInline(text),
);
