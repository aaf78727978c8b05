import { pageUrl } from "#lib/core/addresses/url.ts";
import { SIZE } from "#lib/site/picture/card.ts";
import type { View } from "#lib/site/view/view.ts";

type Props = {
  view: View;
  title: string;
  /** In a sentence or two, what who follows the link will read. */
  description: string;
  /** Where its picture lives on the page. */
  picture: string;
};

/** Metadata for shared links and search results. */
export function SharedLink({ view, title, description, picture }: Props) {
  const { snapshot, visit } = view;
  const { page } = snapshot;
  const image = `${pageUrl(page)}${picture}?lang=${visit.locale}`;
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={page.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content={String(SIZE.width)} />
      <meta property="og:image:height" content={String(SIZE.height)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
