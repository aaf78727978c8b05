/** What `renderMarkdown` made of an operator's text. */
export function Markdown({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown escapes every tag that was written
  return <div className="md" dangerouslySetInnerHTML={{ __html: html }} />;
}
