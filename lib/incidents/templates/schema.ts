import { z } from "zod";
import { translations } from "#lib/core/fields/json.ts";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { MAX_DESCRIPTION, MAX_NAME, plainText, words } from "#lib/core/fields/text.ts";
import { ids } from "#lib/core/fields/value.ts";

const IncidentTemplateFields = z.object({
  name: name(),
  title: name(),
  description: plainText(MAX_DESCRIPTION),
  service_ids: ids(),
  incident_types: words(MAX_NAME).meta({
    description:
      "Types of incidents for which the template is offered: built-in ones and the page's own",
  }),
  translations: translations({ title: MAX_NAME, description: MAX_DESCRIPTION }),
});

export const CreateIncidentTemplate = requiring(IncidentTemplateFields, ["name", "title"]);
export type CreateIncidentTemplate = z.infer<typeof CreateIncidentTemplate>;

export const UpdateIncidentTemplate = IncidentTemplateFields;
export type UpdateIncidentTemplate = z.infer<typeof UpdateIncidentTemplate>;

export const IncidentTemplate = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  service_ids: z.array(z.int()),
  incident_types: z.array(z.string()),
  translations: z.record(
    z.string(),
    z.object({ title: z.string().nullish(), description: z.string().nullish() }),
  ),
});
export type IncidentTemplate = z.infer<typeof IncidentTemplate>;

named(CreateIncidentTemplate, "CreateIncidentTemplate");
named(UpdateIncidentTemplate, "UpdateIncidentTemplate");
named(IncidentTemplate, "IncidentTemplate");
