import satori from "satori";
import sharp from "sharp";
import { type Card, draft, type Element, SIZE } from "#lib/public-page/picture/card.ts";
import { pictureFonts } from "#lib/public-page/picture/fonts.ts";

// The least that satori asks of React.
type Node = Parameters<typeof satori>[0];

const COLOURS = 64;

/** A picture as PNG, 1200 × 630, for previews of shared links. Nothing is fetched for it. */
export async function drawPicture(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const element: Element = draft(card);
  const svg = await satori(element as Node, { ...SIZE, fonts: pictureFonts() });
  const png = sharp(Buffer.from(svg)).png({ palette: true, colours: COLOURS });
  return new Uint8Array(await png.toBuffer());
}
