import { z } from "zod";
import { ROLES } from "#lib/core/access/permissions.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { MAX_NAME, text } from "#lib/core/fields/text.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { choice } from "#lib/core/fields/value.ts";

const KeyFields = z.object({ name: text(MAX_NAME) });

export const CreateUserKey = requiring(KeyFields, ["name"]);
export type CreateUserKey = z.infer<typeof CreateUserKey>;

export const CreateOrganizationKey = requiring(
  KeyFields.extend({ role: choice(ROLES).meta({ description: "Default: admin" }) }),
  ["name"],
);
export type CreateOrganizationKey = z.infer<typeof CreateOrganizationKey>;

export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  role: z.enum(ROLES),
  hint: z.string().meta({ description: "How the token begins and ends", examples: ["ok_…x7Qd"] }),
  last_used_at: wireTime.nullable().meta({ description: "To the minute" }),
  inserted_at: wireTime,
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = ApiKey.extend({
  token: z.string().meta({ description: "For the header `Authorization`. Returned only once." }),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

named(CreateOrganizationKey, "CreateApiKey");
named(NewApiKey, "ApiKey");
