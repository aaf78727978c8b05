/** Markdown as lib/core/markdown rendered it. */
export function Markdown({ html, className = "" }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: lib/core/markdown lets no HTML of the source through
  return <div className={`markdown ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
