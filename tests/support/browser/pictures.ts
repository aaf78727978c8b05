import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import type { Db } from "#db/index.ts";
import type { ImageName } from "#lib/pages/images/schema.ts";

/** A picture of one colour. */
export function picture(width: number, height: number, background = "#0b6c93"): Sharp {
  return sharp({ create: { width, height, channels: 4, background } });
}

/** A PNG of random points, which no compression makes smaller: three bytes each. */
export function noise(width: number, height: number): Promise<Buffer> {
  const channels = 3;
  const points = randomBytes(width * height * channels);
  return sharp(points, { raw: { width, height, channels } }).png().toBuffer();
}

/** The smallest PNG that is a picture. */
export const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** A PNG of some bytes that says it has so many pixels. */
export function bomb(width: number, height: number): Buffer {
  const bytes = Buffer.from(DOT);
  const header = bytes.subarray(12, 29);
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  bytes.writeUInt32BE(crc32(header), 29);
  return bytes;
}

/** An image of a page, straight in the database, where the page's settings do not name it. */
export async function mintImage(
  db: Db,
  status_page_id: number,
  image: ImageName = "logo",
): Promise<ImageName> {
  const values = { status_page_id, image, file: "dot.png", body: DOT };
  await db.insertInto("images").values(values).execute();
  return image;
}

/** A picture of a text, straight in the database. @returns the name of its file */
export async function mintPicture(db: Db, status_page_id: number): Promise<string> {
  const file = `${randomBytes(20).toString("hex")}-1x1.webp`;
  const values = { status_page_id, image: "update", file, body: DOT } as const;
  await db.insertInto("images").values(values).execute();
  return file;
}
