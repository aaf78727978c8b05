import { z } from "zod";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { ids } from "#lib/core/fields/value.ts";

const service_ids = "The services that the group's viewers see, each with everything below it";
const users_status_pages =
  "Ids of memberships that apply to the page: of its organization, or of the page itself";

const AccessGroupFields = z.object({
  name: name(),
  service_ids: ids().meta({ description: service_ids }),
  users_status_pages: ids().meta({ description: users_status_pages }),
});

export const CreateAccessGroup = requiring(AccessGroupFields, ["name"]);
export type CreateAccessGroup = z.infer<typeof CreateAccessGroup>;

export const UpdateAccessGroup = AccessGroupFields;
export type UpdateAccessGroup = z.infer<typeof UpdateAccessGroup>;

export const AccessGroup = z.object({
  id: z.int(),
  name: z.string(),
  service_ids: z.array(z.int()).meta({ description: service_ids }),
  users_status_pages: z.array(z.int()).meta({ description: users_status_pages }),
});
export type AccessGroup = z.infer<typeof AccessGroup>;

named(CreateAccessGroup, "CreateAccessGroup");
named(UpdateAccessGroup, "UpdateAccessGroup");
named(AccessGroup, "AccessGroup");
