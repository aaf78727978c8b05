import MarkdownIt, { type Token } from "markdown-it";
import { pictureHtml, shownSize } from "#lib/core/markdown/pictures.ts";
import { readAsWritten } from "#lib/core/markdown/readable.ts";
import { withoutComments } from "#lib/core/markdown/source.ts";
import { escapeTags } from "#lib/platform/text.ts";

// Many tenants share a process, so the cost of one text is bounded.
const MAX_STEPS = 40_000;
const MAX_LINKS = 200;
const MAX_NESTING = 20;
/** The HTML has at most `GROWTH` times the length, and `SPARE` characters more. */
export const GROWTH = 5;
export const SPARE = 8_192;
export const MAX_HTML = 400_000;

class TooMuch extends Error {}

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  breaks: true,
  maxNesting: MAX_NESTING,
});
const { rules } = markdown.renderer;
const { escapeHtml } = markdown.utils;

// Rendering is synchronous, so counters of one text can be global.
let steps = 0;
let most_steps = MAX_STEPS;
let links = 0;
let bytes_of_links = 0;
let open = 0;
/** The target of a link beyond the limit, as text. */
let led_to = "";

function step(): void {
  steps += 1;
  if (steps > most_steps) throw new TooMuch();
}

markdown.block.State = class extends markdown.block.State {
  override push(type: string, tag: string, nesting: Token["nesting"]) {
    step();
    return super.push(type, tag, nesting);
  }
};

markdown.inline.State = class extends markdown.inline.State {
  override push(type: string, tag: string, nesting: Token["nesting"]) {
    step();
    return super.push(type, tag, nesting);
  }
};

const skipToken = markdown.inline.skipToken.bind(markdown.inline);
markdown.inline.skipToken = (state) => {
  step();
  skipToken(state);
};

const normalize = markdown.linkify.normalize.bind(markdown.linkify);
markdown.linkify.normalize = (match) => {
  step();
  normalize(match);
};

readAsWritten(markdown, step);

// Updates stand below other headings, so one level keeps every outline valid.
for (const rule of ["heading_open", "heading_close"] as const) {
  rules[rule] = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    if (token) token.tag = "h4";
    return self.renderToken(tokens, index, options);
  };
}

// Any number of links can refer to one definition.
function count({ attrs }: Token): void {
  for (const [, value] of attrs ?? []) bytes_of_links += String(value).length;
  if (bytes_of_links > MAX_HTML) throw new TooMuch();
}

rules.link_open = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  links += 1;
  open += 1;
  if (!token) return "";
  count(token);
  led_to = token.markup === "" ? ` (${escapeHtml(String(token.attrGet("href") ?? ""))})` : "";
  if (links > MAX_LINKS) return "";
  token.attrSet("rel", "nofollow noopener");
  return self.renderToken(tokens, index, options);
};

rules.link_close = (tokens, index, options, _env, self) => {
  open -= 1;
  return links > MAX_LINKS ? led_to : self.renderToken(tokens, index, options);
};

// An image elsewhere would reveal the reader to its host, so it becomes a link.
rules.image = (tokens, index) => {
  const token = tokens[index];
  if (!token) return "";
  count(token);
  const source = String(token.attrGet("src") ?? "");
  const text = escapeHtml(token.content || source);
  if (open > 0) return text;
  links += 1;
  if (links > MAX_LINKS) return token.content ? `${text} (${escapeHtml(source)})` : text;
  const size = shownSize(source);
  if (size) return pictureHtml(source, escapeHtml(token.content), size);
  return `<a href="${escapeHtml(source)}" rel="nofollow noopener">${text}</a>`;
};

export function plainHtml(source: string): string {
  const text = escapeTags(withoutComments(source).trim().replace(/\r\n?/g, "\n"));
  return text && `<p>${text.replaceAll("\n", "<br>\n")}</p>`;
}

function fits(html: string, source: string): boolean {
  return html.length <= GROWTH * source.length + SPARE && Buffer.byteLength(html) <= MAX_HTML;
}

/**
 * HTML and unsafe links come out as text, as do links beyond 200. A text that costs too much comes
 * out as written.
 * @returns the HTML, and the steps it took
 */
export function renderCounted(source: string): { html: string; steps: number } {
  [steps, links, bytes_of_links, open, most_steps] = [0, 0, 0, 0, MAX_STEPS];
  try {
    const html = markdown.render(source).trim();
    return { html: fits(html, source) ? html : plainHtml(source), steps };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return { html: plainHtml(source), steps };
  }
}

/** @returns null beyond the given steps */
export function parseWithin(source: string, most: number): Token[] | null {
  [steps, most_steps] = [0, most];
  try {
    return markdown.parse(source, {});
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return null;
  }
}
