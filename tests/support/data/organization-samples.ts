import type { Db } from "#db/index.ts";
import { hashToken, newToken, tokenHint } from "#lib/core/access/tokens.ts";
import { mintUser } from "#tests/support/data/mint.ts";

/** A member of a page alone. */
export async function mintPageMember(db: Db, pageId: number): Promise<number> {
  const { organization_id } = await db
    .selectFrom("status_pages")
    .select("organization_id")
    .where("id", "=", pageId)
    .executeTakeFirstOrThrow();
  const user = await mintUser(db, organization_id, "viewer", pageId);
  const { id } = await db
    .selectFrom("memberships")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  return id;
}

/** A member and a key, that the paths below an organization name. */
export async function organizationSamples(
  db: Db,
  organization_id: number,
): Promise<{ member_id: number; api_key_id: number }> {
  const user = await mintUser(db, organization_id, "editor");
  const member = await db
    .selectFrom("memberships")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  const token = newToken("ok");
  const key = await db
    .insertInto("api_keys")
    .values({
      organization_id,
      role: "editor",
      name: "Sample",
      token_hash: hashToken(token),
      token_hint: tokenHint(token),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { member_id: member.id, api_key_id: key.id };
}
