import { z } from "zod";
import { ROLES } from "#lib/auth/permissions.ts";
import { MAX_NAME, requiring, text } from "#lib/fields.ts";

const KeyFields = z.object({ name: text(MAX_NAME) });

export const CreateUserKey = requiring(KeyFields, ["name"]);
export type CreateUserKey = z.infer<typeof CreateUserKey>;

export const CreateOrganizationKey = requiring(KeyFields.extend({ role: z.enum(ROLES).default("admin") }), ["name"]);
export type CreateOrganizationKey = z.infer<typeof CreateOrganizationKey>;
