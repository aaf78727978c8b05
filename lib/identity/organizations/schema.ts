import { z } from "zod";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { flag } from "#lib/core/fields/value.ts";

const strong_sign_in =
  "Whether members sign in with a second factor, a passkey or OpenID Connect; API keys are not asked";

export const UpdateOrganization = z.object({
  name: name(),
  strong_sign_in_required: flag().meta({ description: strong_sign_in }),
});
export type UpdateOrganization = z.infer<typeof UpdateOrganization>;

export const CreateOrganization = requiring(UpdateOrganization.pick({ name: true }), ["name"]);
export type CreateOrganization = z.infer<typeof CreateOrganization>;

export const Organization = z.object({
  id: z.int(),
  name: z.string(),
  strong_sign_in_required: z.boolean().meta({ description: strong_sign_in }),
  inserted_at: wireTime,
  updated_at: wireTime,
});
export type Organization = z.infer<typeof Organization>;

named(UpdateOrganization, "UpdateOrganization");
named(Organization, "Organization");
