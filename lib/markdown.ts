import MarkdownIt from "markdown-it";

// html: false escapes every tag; markdown-it itself refuses javascript:, vbscript:, file: and data: links.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });
markdown.disable("image");
markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet("rel", "nofollow noopener");
  return renderer.renderToken(tokens, index, options);
};

/** HTML of a Markdown text: whatever was written, nothing in it can run or load. */
export function renderMarkdown(source: string): string {
  return markdown.render(source).trim();
}
