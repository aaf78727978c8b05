import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { IMAGES } from "#lib/pages/images.ts";

/** What a page shows after an upload. */
export const Image = z.object({
  image: z.enum(IMAGES),
  url: z.url().meta({ description: "The address for everyone who may see the page" }),
  width: z.int().meta({ description: "In pixels" }),
  height: z.int(),
});
export type Image = z.infer<typeof Image>;

named(Image, "Image");
