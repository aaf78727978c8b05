import { serializeMember } from "#lib/identity/members/serialize.ts";
import type { PageMemberRow } from "#lib/identity/page-members/queries.ts";
import type { PageMember } from "#lib/identity/page-members/schema.ts";

export function serializePageMember(row: PageMemberRow): PageMember {
  return { ...serializeMember(row), organization_role: row.organization_role };
}
