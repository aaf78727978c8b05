// Pictures in operators' texts. Only addresses below a page's own host are shown: others would
// reveal the reader to their host. The name says the size, so that nothing moves when it loads.
const ADDRESS = "/images/[0-9a-f]{40}-[1-9]\\d{0,3}x[1-9]\\d{0,3}\\.webp";
const WHOLE = new RegExp(`^${ADDRESS}$`);
const SIZE = /-(\d+)x(\d+)\.webp$/;
const IN_MARKDOWN = new RegExp(`(?<=\\](?:\\(|: ?)<?)(?=${ADDRESS})`, "g");
// Without brackets in the words it takes linear time.
const WRITTEN = new RegExp(`!\\[([^[\\]\\n]*)\\]\\(<?(${ADDRESS})>?\\)`, "g");
const IN_HTML = new RegExp(`(?<= (?:href|src)=")(?=${ADDRESS}")`, "g");
const SHOWN = /(?:<a href="[^"]*">)?<img src="([^"]*)" alt="([^"]*)"[^>]*>(?:<\/a>)?/g;

// In CSS pixels: the width of a text on the page, and what fits on a screen.
const MAX_SHOWN = { width: 704, height: 640 };

/** How large a picture is shown. @returns null: no uploaded picture is there */
export function shownSize(
  address: string,
): { width: number; height: number; scale: number } | null {
  if (!WHOLE.test(address)) return null;
  const [width = 1, height = 1] = (SIZE.exec(address) ?? []).slice(1).map(Number);
  const scale = Math.min(1, MAX_SHOWN.width / width, MAX_SHOWN.height / height);
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height), scale };
}

/** Arguments are escaped. One that is scaled down leads to the whole. */
export function pictureHtml(
  address: string,
  alt: string,
  size: NonNullable<ReturnType<typeof shownSize>>,
) {
  const { width, height, scale } = size;
  const image = `<img src="${address}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;
  return scale < 1 ? `<a href="${address}">${image}</a>` : image;
}

/** @param base the page's address, or its path on the admin's host */
export function withPictureUrlsHtml(html: string, base: string): string {
  return base === "" ? html : html.replace(IN_HTML, base);
}

/** For readers who cannot prove that they may load what is on a restricted page. */
export function linkPictures(html: string, base: string): string {
  const linked = html.replace(SHOWN, (_, address: string, alt: string) => {
    return `<a href="${address}" rel="nofollow noopener">${alt || base + address}</a>`;
  });
  return withPictureUrlsHtml(linked, base);
}

/** Markdown with whole addresses, for those who read it elsewhere. */
export function withPictureUrlsMarkdown(source: string, base: string): string {
  return source.replace(IN_MARKDOWN, base);
}

/** Markdown with the words for pictures in their place. */
export function picturesAsAltText(source: string): string {
  return source.replace(WRITTEN, "$1");
}

export type WrittenPicture = { alt: string; address: string };

export function picturesIn(source: string): WrittenPicture[] {
  const all = Array.from(source.matchAll(WRITTEN), ([, alt = "", address = ""]) => ({
    alt,
    address,
  }));
  return all.filter(({ address }, at) => all.findIndex((one) => one.address === address) === at);
}

export function pictureMarkdown({ alt, address }: WrittenPicture): string {
  return `![${alt.replace(/[[\]\\\n]/g, "")}](${address})`;
}

export function setPictureAlt(source: string, { alt, address }: WrittenPicture): string {
  return source.replace(WRITTEN, (all, _, of: string) =>
    of === address ? pictureMarkdown({ alt, address }) : all,
  );
}

export function withoutPicture(source: string, address: string): string {
  return source.replace(WRITTEN, (all, _, of: string) => (of === address ? "" : all));
}
