import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";

/** Limits of a page, unused pictures included. */
export const MAX_PICTURES = 5_000;
export const MAX_PICTURES_MIB = 1_024;

/** Its name below `/images/`. */
export const PictureFile = z.string().regex(/^[0-9a-f]{40}-[1-9]\d{0,3}x[1-9]\d{0,3}\.webp$/);

export const Picture = z.object({
  address: z.string().meta({
    description:
      "For the Markdown of this page's texts: `![what it shows](address)`. Elsewhere it is a link",
  }),
  url: z.url().meta({ description: "The whole address, for everyone who may see the page" }),
  width: z.int().meta({ description: "In pixels" }),
  height: z.int(),
});
export type Picture = z.infer<typeof Picture>;

named(Picture, "Picture");
