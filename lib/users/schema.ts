import { z } from "zod";
import { email } from "#lib/fields/address.ts";
import { issue, MAX_NAME, plainText } from "#lib/fields/text.ts";
import { ROLES } from "#lib/permissions.ts";

export const MIN_PASSWORD = 10;
const MAX_PASSWORD = 1_000;

export const Password = z
  .string()
  .max(MAX_PASSWORD)
  .refine((password) => password.length >= MIN_PASSWORD, issue("too_short", { min: MIN_PASSWORD }));

export const CreateUser = z.object({
  email: email(),
  name: plainText(MAX_NAME),
  password: Password,
  role: z.enum(ROLES),
});
export type CreateUser = z.infer<typeof CreateUser>;
