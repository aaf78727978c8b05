import { z } from "zod";
import { MAX_NAME, requiring, text } from "#lib/fields.ts";

export const CreateOrganization = requiring(z.object({ name: text(MAX_NAME) }), ["name"]);
export type CreateOrganization = z.infer<typeof CreateOrganization>;
