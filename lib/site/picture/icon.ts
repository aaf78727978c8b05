import sharp from "sharp";

const SVG_SIZE = 16;
const POINTS_PER_INCH = 72;

/** An icon of 16 × 16 points as a square PNG. @param size in pixels */
export async function drawIcon(svg: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const density = (POINTS_PER_INCH * size) / SVG_SIZE;
  return new Uint8Array(await sharp(Buffer.from(svg), { density }).png().toBuffer());
}
