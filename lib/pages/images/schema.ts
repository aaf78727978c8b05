import { z } from "zod";
import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import { named } from "#lib/core/fields/schema.ts";

export const IMAGES = ["logo", "dark_logo", "bg_image", "favicon"] as const;
/** What an image is on its page. */
export type ImageName = (typeof IMAGES)[number];

/** An image as the page's settings know it: its name at `/images/`, and its size in pixels. */
export const StoredImage = z.object({
  file: z.string(),
  width: z.int(),
  height: z.int(),
  /** The larger one of a favicon, for home screens. */
  touch_file: z.string().optional(),
});
export type StoredImage = z.infer<typeof StoredImage>;

/** Where an image is on its page. */
export function imagePath(file: string): string {
  return `/images/${file}`;
}

export function imageUrl(page: Addressed, image: StoredImage | null): string | null {
  return image && pageUrl(page) + imagePath(image.file);
}

/** What a page shows after an upload. */
export const Image = z.object({
  image: z.enum(IMAGES),
  url: z.url().meta({ description: "The address for everyone who may see the page" }),
  width: z.int().meta({ description: "In pixels" }),
  height: z.int(),
});
export type Image = z.infer<typeof Image>;

named(Image, "Image");
