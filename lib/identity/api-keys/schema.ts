import { z } from "zod";
import { PERMISSIONS, ROLES } from "#lib/core/access/permissions.ts";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { emptyAsUnset, limited } from "#lib/core/fields/text.ts";
import { datetime, wireTime } from "#lib/core/fields/time.ts";
import { choice } from "#lib/core/fields/value.ts";

const ENDS = "When the key stops working; null: never";

const KeyFields = z.object({
  name: name(),
  expires_at: datetime().meta({ description: ENDS }),
});

export const CreateUserKey = requiring(KeyFields, ["name"]);
type Named<T extends { name: string }> = Pick<T, "name"> & Partial<T>;

export type CreateUserKey = Named<z.infer<typeof CreateUserKey>>;

const PAGE = "The only status page that the key is for; null: all of them";
const SCOPE =
  "What of its role the key may use: an operation's description names its permission. Null: all of it";

export const RenewKey = KeyFields.pick({ expires_at: true });
export type RenewKey = Partial<z.infer<typeof RenewKey>>;

export const CreateOrganizationKey = requiring(
  KeyFields.extend({
    role: choice(ROLES).meta({ description: "Default: admin" }),
    subdomain: limited(255).nullish().transform(emptyAsUnset).meta({ description: PAGE }),
    permissions: z
      .array(z.enum(PERMISSIONS))
      .max(PERMISSIONS.length)
      .nullish()
      .transform((list) => (list?.length ? [...new Set(list)] : undefined))
      .meta({ description: SCOPE }),
  }),
  ["name"],
);
export type CreateOrganizationKey = Named<z.infer<typeof CreateOrganizationKey>>;

export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  role: z.enum(ROLES),
  expires_at: wireTime.nullable().meta({ description: ENDS }),
  renewed_at: wireTime
    .nullable()
    .meta({ description: "When its successor was made; null: it has none" }),
  subdomain: z.string().nullable().meta({ description: PAGE }),
  permissions: z.array(z.enum(PERMISSIONS)).nullable().meta({ description: SCOPE }),
  hint: z.string().meta({ description: "How the token begins and ends", examples: ["ok_…x7Qd"] }),
  last_used_at: wireTime.nullable().meta({ description: "To the minute" }),
  inserted_at: wireTime,
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = ApiKey.extend({
  token: z.string().meta({ description: "For the header `Authorization`. Returned only once." }),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

export const RenewedApiKey = NewApiKey.extend({
  earlier_until: wireTime.meta({ description: "Until when the token before works, too" }),
});
export type RenewedApiKey = z.infer<typeof RenewedApiKey>;

named(RenewKey, "RenewApiKey");
named(CreateOrganizationKey, "CreateApiKey");
named(NewApiKey, "ApiKey");
