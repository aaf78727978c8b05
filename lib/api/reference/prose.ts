import MarkdownIt from "markdown-it";
import { memoized } from "#lib/platform/memoized.ts";

const MAX_REMEMBERED = 2_000;
// Our own texts need no limits, unlike lib/core/markdown for tenants' texts.
const markdown = new MarkdownIt();

export const proseHtml = memoized(MAX_REMEMBERED, (text: string): string => markdown.render(text));

export const phraseHtml = memoized(MAX_REMEMBERED, (text: string): string =>
  markdown.renderInline(text),
);
