import { withPictureUrlsHtml } from "#lib/core/markdown/pictures.ts";

type Props = { html: string; subdomain: string; className?: string };

/** Markdown as lib/core/markdown rendered it, with the pictures of a page. */
export function Markdown({ html, subdomain, className = "" }: Props) {
  const __html = withPictureUrlsHtml(html, `/s/${subdomain}`);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: lib/core/markdown lets no HTML of the source through
  return <div className={`markdown ${className}`} dangerouslySetInnerHTML={{ __html }} />;
}
