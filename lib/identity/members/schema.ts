import { z } from "zod";
import { ROLES } from "#lib/core/access/permissions.ts";
import { optionalEmail } from "#lib/core/fields/address.ts";
import { plainName } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { choice } from "#lib/core/fields/value.ts";
import { Password } from "#lib/identity/users/schema.ts";

const role = choice(ROLES);

export const AddMember = requiring(z.object({ email: optionalEmail(), role }), ["email", "role"]);
export type AddMember = z.infer<typeof AddMember>;

export const UpdateMember = z.object({ role });
export type UpdateMember = z.infer<typeof UpdateMember>;

export const AcceptInvitation = z.object({
  name: plainName(),
  password: Password.optional(),
});
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

export const Member = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(ROLES),
  user: z
    .object({
      id: z.int(),
      last_sign_in_at: wireTime.nullable(),
      current_sign_in_at: wireTime.nullable(),
    })
    .nullable()
    .meta({ description: "null until the invitation is accepted" }),
  inserted_at: wireTime,
  updated_at: wireTime,
});
export type Member = z.infer<typeof Member>;

export const AddedMember = Member.extend({
  invitation_url: z.url().meta({
    "x-extension": true,
    description:
      "Whoever opens this link within seven days and signs in with the address, or makes an account for it, becomes the member. Told only once.",
  }),
});
export type AddedMember = z.infer<typeof AddedMember>;

named(AddMember, "CreateMember");
named(UpdateMember, "UpdateMember");
named(Member, "Member");
named(AddedMember, "CreatedMember");

export const AddPageMember = requiring(z.object({ email: optionalEmail(), role }), [
  "email",
  "role",
]);
export type AddPageMember = z.infer<typeof AddPageMember>;

export const UpdatePageMember = z.object({ role });
export type UpdatePageMember = z.infer<typeof UpdatePageMember>;

const OVERRIDDEN = z
  .enum(ROLES)
  .nullable()
  .meta({ description: "The role in the whole organization, which this one overrides here" });

export const PageMember = Member.extend({ organization_role: OVERRIDDEN });
export type PageMember = z.infer<typeof PageMember>;

export const AddedPageMember = AddedMember.extend({ organization_role: OVERRIDDEN });
export type AddedPageMember = z.infer<typeof AddedPageMember>;

named(AddPageMember, "CreatePageMember");
named(UpdatePageMember, "UpdatePageMember");
named(PageMember, "PageMember");
named(AddedPageMember, "CreatedPageMember");
