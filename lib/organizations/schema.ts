import { z } from "zod";
import { requiring } from "#lib/fields/required.ts";
import { MAX_NAME, text } from "#lib/fields/text.ts";

export const CreateOrganization = requiring(z.object({ name: text(MAX_NAME) }), ["name"]);
export type CreateOrganization = z.infer<typeof CreateOrganization>;
