import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";

/** Of a page, unused ones included. */
export const MAX_PICTURES = 5_000;

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
