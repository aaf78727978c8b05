import type { MemberRow } from "#lib/identity/members/queries.ts";
import type { Member } from "#lib/identity/members/schema.ts";

export function serializeMember(row: MemberRow): Member {
  const { id, user_id, email, role, last_sign_in_at, current_sign_in_at, inserted_at, updated_at } =
    row;
  const user = user_id === null ? null : { id: user_id, last_sign_in_at, current_sign_in_at };
  return { id, email, role, user, inserted_at, updated_at };
}
