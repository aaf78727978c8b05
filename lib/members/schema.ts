import { z } from "zod";
import { ROLES } from "#lib/auth/permissions.ts";
import { email } from "#lib/fields.ts";

export const AddMember = z.object({ email: email(), role: z.enum(ROLES) });
export type AddMember = z.infer<typeof AddMember>;
