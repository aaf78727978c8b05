import { LRUCache } from "lru-cache";
import MarkdownIt from "markdown-it";

// Unbounded, brackets in brackets take quadratic time.
const MAX_NESTING = 20;
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: MAX_NESTING });
const { rules } = markdown.renderer;

// Updates stand below headings of their own: one level keeps the outline of every page whole.
for (const rule of ["heading_open", "heading_close"] as const) {
  rules[rule] = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    if (token) token.tag = "h4";
    return self.renderToken(tokens, index, options);
  };
}

// Markdown-it hands every rule what one rendering was given.
function linksIn(env: unknown): { open: number } {
  return (env as { links: { open: number } }).links;
}

rules.link_open = (tokens, index, options, env, self) => {
  tokens[index]?.attrSet("rel", "nofollow noopener");
  linksIn(env).open += 1;
  return self.renderToken(tokens, index, options);
};

rules.link_close = (tokens, index, options, env, self) => {
  linksIn(env).open -= 1;
  return self.renderToken(tokens, index, options);
};

// An image would tell its host who reads the page: it becomes a link, inside a link its text.
rules.image = (tokens, index, _options, env) => {
  const token = tokens[index];
  const { escapeHtml } = markdown.utils;
  const source = String(token?.attrGet("src") ?? "");
  const text = escapeHtml(token?.content || source);
  return linksIn(env).open > 0 ? text : `<a href="${escapeHtml(source)}" rel="nofollow noopener">${text}</a>`;
};

// A row is filled up to the width of its table: a few KiB could become millions of cells.
const MAX_CELLS = 20_000;

function mayHaveTables(source: string): boolean {
  const lines = source.split("\n");
  const widest = lines.reduce((most, line) => Math.max(most, line.split("|").length), 0);
  return lines.length * widest <= MAX_CELLS;
}

function render(source: string): string {
  markdown[mayHaveTables(source) ? "enable" : "disable"]("table");
  return markdown.render(source, { links: { open: 0 } }).trim();
}

const MAX_CHARACTERS = 32 * 1024 * 1024;

// Next bundles its own copy of this module: both share what was rendered.
const key = Symbol.for("allclear.markdown");
const holder = globalThis as { [key]?: LRUCache<string, string> };
holder[key] ??= new LRUCache({ maxSize: MAX_CHARACTERS, sizeCalculation: (html, source) => source.length + html.length + 1 });
const rendered = holder[key];

/** The HTML of an operator's Markdown. HTML in the source comes out as text, links with a scheme that could run code as plain text. */
export function renderMarkdown(source: string): string {
  const known = rendered.get(source);
  if (known !== undefined) return known;
  const html = render(source);
  rendered.set(source, html);
  return html;
}
