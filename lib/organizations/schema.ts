import { z } from "zod";
import { named } from "#lib/fields/named.ts";
import { requiring } from "#lib/fields/required.ts";
import { MAX_NAME, text } from "#lib/fields/text.ts";
import { wireTime } from "#lib/fields/time.ts";

export const UpdateOrganization = z.object({ name: text(MAX_NAME) });
export type UpdateOrganization = z.infer<typeof UpdateOrganization>;

export const CreateOrganization = requiring(UpdateOrganization, ["name"]);
export type CreateOrganization = z.infer<typeof CreateOrganization>;

export const Organization = z.object({
  id: z.int(),
  name: z.string(),
  inserted_at: wireTime,
  updated_at: wireTime,
});
export type Organization = z.infer<typeof Organization>;

named(UpdateOrganization, "UpdateOrganization");
named(Organization, "Organization");
