import { z } from "zod";
import { optionalColor } from "#lib/core/fields/address.ts";
import { translations } from "#lib/core/fields/json.ts";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { SEVERITIES } from "#lib/core/fields/severity.ts";
import { emptyAsUnset, issue, MAX_NAME, matching } from "#lib/core/fields/text.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { amount, choice } from "#lib/core/fields/value.ts";

export const MAX_INCIDENT_TYPES = 100;

const key = matching(63, "[a-z0-9][a-z0-9_\\-]{0,62}", "bad_key")
  .refine((value) => !(SEVERITIES as readonly string[]).includes(value), issue("taken"))
  .meta({ not: { enum: SEVERITIES } })
  .nullish()
  .transform(emptyAsUnset)
  .meta({
    description:
      "What incidents have as their `type`; lower-case letters, digits, `-` and `_`. It cannot be changed later.",
  });

const IncidentTypeFields = z.object({
  key,
  name: name(),
  color: optionalColor().meta({
    description: "Six hexadecimal digits; null: the color of its base severity",
  }),
  base_severity: choice(SEVERITIES).meta({
    description: "What an incident of this type means for services",
  }),
  order: amount(),
  translations: translations({ name: MAX_NAME }),
});

export const CreateIncidentType = requiring(IncidentTypeFields, ["key", "name", "base_severity"]);
export type CreateIncidentType = z.infer<typeof CreateIncidentType>;

export const UpdateIncidentType = IncidentTypeFields;
export type UpdateIncidentType = z.infer<typeof UpdateIncidentType>;

export const IncidentType = z.object({
  id: z.int(),
  inserted_at: wireTime,
  updated_at: wireTime,
  key: z.string(),
  name: z.string(),
  color: z.string().nullable(),
  base_severity: z.enum(SEVERITIES),
  order: z.int(),
  translations: z.record(z.string(), z.object({ name: z.string().nullish() })),
});
export type IncidentType = z.infer<typeof IncidentType>;

named(CreateIncidentType, "CreateIncidentType");
named(UpdateIncidentType, "UpdateIncidentType");
named(IncidentType, "IncidentType");
