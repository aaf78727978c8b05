import { z } from "zod";
import { optionalEmail } from "#lib/fields/address.ts";
import { named } from "#lib/fields/named.ts";
import { requiring } from "#lib/fields/required.ts";
import { choice } from "#lib/fields/value.ts";
import { AddedMember, Member } from "#lib/members/schema.ts";
import { ROLES } from "#lib/permissions.ts";

const role = choice(ROLES);

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
