import { z } from "zod";
import { ROLES } from "#lib/core/access/permissions.ts";
import { email } from "#lib/core/fields/address.ts";
import { plainName } from "#lib/core/fields/name.ts";
import { issue } from "#lib/core/fields/text.ts";

export const MIN_PASSWORD = 10;
const MAX_PASSWORD = 1_000;

export const Password = z
  .string()
  .max(MAX_PASSWORD)
  .refine((password) => password.length >= MIN_PASSWORD, issue("too_short", { min: MIN_PASSWORD }));

export const CreateUser = z.object({
  email: email(),
  name: plainName(),
  password: Password,
  role: z.enum(ROLES),
});
export type CreateUser = z.infer<typeof CreateUser>;

export const METHODS = ["password", "two_factor", "passkey", "oidc"] as const;
export type Method = (typeof METHODS)[number];

export function isStrong(method: Method): boolean {
  return method !== "password";
}
