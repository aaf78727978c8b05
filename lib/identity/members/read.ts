import type { Listed, Slice } from "#db/keyset.ts";
import { authorizeOrganization, type OrganizationTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import {
  listMemberRows,
  listPeopleRows,
  type MemberFilter,
} from "#lib/identity/members/queries.ts";
import type { Member } from "#lib/identity/members/schema.ts";
import { serializeMember } from "#lib/identity/members/serialize.ts";

export type MemberTarget = OrganizationTarget & { member_id: number };

/** Members and those who are invited, oldest first. @throws {AppError} `not_found`, `forbidden` */
export async function listMembers(
  ctx: Context,
  target: OrganizationTarget,
  slice: Slice,
  filter: MemberFilter,
): Promise<Listed<Member>> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  return listMemberRows(ctx.db, grant, slice, filter, (rows) => rows.map(serializeMember));
}

export type Person = { name: string; has_second_factor: boolean };

/**
 * Names and second factors of members, those of single pages too, by the user's id.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readPeople(
  ctx: Context,
  target: OrganizationTarget,
  user_ids: readonly number[],
): Promise<ReadonlyMap<number, Person>> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  const rows = await listPeopleRows(ctx.db, grant, user_ids);
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}
