import { LRUCache } from "lru-cache";
import satori from "satori";
import sharp from "sharp";
import { type Card, draft, type Element, SIZE } from "#lib/site/picture/card.ts";
import { pictureFonts } from "#lib/site/picture/fonts.ts";

// The least that satori asks of React.
type Node = Parameters<typeof satori>[0];
type Picture = Uint8Array<ArrayBuffer>;

const COLOURS = 64;
/** Of some 15 KB each. */
const MAX_KEPT = 200;

async function draw(card: Card): Promise<Picture> {
  const element: Element = draft(card);
  const svg = await satori(element as Node, { ...SIZE, fonts: pictureFonts() });
  const png = sharp(Buffer.from(svg)).png({ palette: true, colours: COLOURS });
  return new Uint8Array(await png.toBuffer());
}

// What the page cache may not keep, because not everybody may see the page, is asked for anew by
// every client.
const drawn = new LRUCache<string, Picture, Card>({
  max: MAX_KEPT,
  fetchMethod: (_key, _stale, { context }) => draw(context),
});

/** A picture as PNG, 1200 × 630, for previews of shared links. Nothing is fetched for it. */
export function drawPicture(card: Card): Promise<Picture> {
  return drawn.forceFetch(JSON.stringify(card), { context: card });
}
