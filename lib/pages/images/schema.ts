import { z } from "zod";
import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import { named } from "#lib/core/fields/schema.ts";

export const IMAGES = ["logo", "dark_logo", "bg_image", "favicon"] as const;
export type ImageName = (typeof IMAGES)[number];

/** A picture in the text of an update, beside the page's own. */
export const STORED_IMAGES = [...IMAGES, "update"] as const;
export type StoredName = (typeof STORED_IMAGES)[number];

/** `file`: its name below `/images/`; sizes in pixels. */
export const StoredImage = z.object({
  file: z.string(),
  width: z.int(),
  height: z.int(),
  /** The larger favicon for home screens. */
  touch_file: z.string().optional(),
});
export type StoredImage = z.infer<typeof StoredImage>;

export function imagePath(file: string): string {
  return `/images/${file}`;
}

export function imageUrl(page: Addressed, image: StoredImage | null): string | null {
  return image && pageUrl(page) + imagePath(image.file);
}

export const Image = z.object({
  image: z.enum(IMAGES),
  url: z.url().meta({ description: "The address for everyone who may see the page" }),
  width: z.int().meta({ description: "In pixels" }),
  height: z.int(),
});
export type Image = z.infer<typeof Image>;

named(Image, "Image");
