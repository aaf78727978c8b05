import { serializeMember } from "#lib/members/serialize.ts";
import type { PageMemberRow } from "#lib/page-members/queries.ts";
import type { PageMember } from "#lib/page-members/schema.ts";

export function serializePageMember(row: PageMemberRow): PageMember {
  return { ...serializeMember(row), organization_role: row.organization_role };
}
