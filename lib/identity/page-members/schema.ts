import { z } from "zod";
import { ROLES } from "#lib/core/access/permissions.ts";
import { optionalEmail } from "#lib/core/fields/address.ts";
import { named } from "#lib/core/fields/named.ts";
import { requiring } from "#lib/core/fields/required.ts";
import { choice } from "#lib/core/fields/value.ts";
import { AddedMember, Member } from "#lib/identity/members/schema.ts";

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
