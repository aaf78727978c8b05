import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
const { rules } = markdown.renderer;

// Updates stand below headings of their own: one level keeps the outline of every page whole.
for (const rule of ["heading_open", "heading_close"] as const) {
  rules[rule] = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    if (token) token.tag = "h4";
    return self.renderToken(tokens, index, options);
  };
}

rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet("rel", "nofollow noopener");
  return self.renderToken(tokens, index, options);
};

// An image would tell its host who reads the page: it becomes a link, inside a link its text.
rules.image = (tokens, index) => {
  const token = tokens[index];
  const { escapeHtml } = markdown.utils;
  const source = String(token?.attrGet("src") ?? "");
  const text = escapeHtml(token?.content || source);
  const linked = tokens.slice(0, index).reduce((depth, { type, nesting }) => depth + (type.startsWith("link_") ? nesting : 0), 0) > 0;
  return linked ? text : `<a href="${escapeHtml(source)}" rel="nofollow noopener">${text}</a>`;
};

/** The HTML of an operator's Markdown. HTML in the source comes out as text, links with a scheme that could run code as plain text. */
export function renderMarkdown(source: string): string {
  return markdown.render(source).trim();
}
