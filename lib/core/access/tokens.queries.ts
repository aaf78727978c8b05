import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { remembered } from "#lib/core/access/access-memory.ts";
import type { Permission, Role } from "#lib/core/access/permissions.ts";
import { type PageRow, pageColumns } from "#lib/core/access/queries.ts";
import { pageNamed } from "#lib/core/addresses/queries.ts";
import { mayAct } from "#lib/core/moves/queries.ts";

export type KeyOwner = {
  id: number;
  user_id: number | null;
  organization_id: number | null;
  role: Role | null;
  status_page_id: number | null;
  permissions: Permission[] | null;
  expires_at: string | null;
  /** The user who made an organization's key. */
  created_by: number | null;
};

const COLUMNS = ["user_id", "organization_id", "role", "status_page_id", "permissions"] as const;

const rememberKey = remembered<KeyOwner>();

export async function findKey(db: Db, tokenHash: Buffer): Promise<KeyOwner | undefined> {
  const find = () =>
    db
      .selectFrom("api_keys")
      .select(["id", "expires_at", "created_by", ...COLUMNS])
      .where("token_hash", "=", tokenHash)
      .where("revoked_at", "is", null)
      .where(mayAct("api_keys.user_id", "api_keys.organization_id"))
      .executeTakeFirst();
  return rememberKey(
    tokenHash.toString("base64"),
    find,
    ({ user_id, organization_id, created_by }) => ({
      user_id: user_id ?? created_by,
      organization_id,
    }),
  );
}

export async function touchKey(db: Db, id: number): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at: sql<string>`date_trunc('second', now())` })
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb("last_used_at", "is", null),
        eb("last_used_at", "<", sql<string>`now() - interval '1 minute'`),
      ]),
    )
    .execute();
}

export type Invitation = {
  membership_id: number;
  organization_id: number;
  organization: string;
  /** Null: the invitation is for the whole organization. */
  status_page: string | null;
  email: string;
  role: Role;
};

export async function findInvitation(
  db: Db,
  hash: Buffer,
  now: string,
): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom("memberships as m")
    .innerJoin("organizations as o", "o.id", "m.organization_id")
    .leftJoin("status_pages as page", "page.id", "m.status_page_id")
    .select([
      "m.id as membership_id",
      "m.organization_id",
      "o.name as organization",
      "page.name as status_page",
      "m.email",
      "m.role",
    ])
    .where("m.invitation_hash", "=", hash)
    .where("m.invitation_expires_at", ">", now)
    .executeTakeFirst();
  return row as Invitation | undefined;
}

export type LinkPurpose = "confirm" | "manage" | "withdraw";

/**
 * Mail is kept for years, so links work at every former address that nobody else took, and those
 * of a subscription that was merged into another lead to that one.
 */
export async function findSubscriptionLink(
  db: Db,
  {
    subdomain,
    hash,
    purpose,
    now,
  }: Record<"subdomain" | "now", string> & {
    hash: Buffer;
    purpose: LinkPurpose;
  },
): Promise<(PageRow & { subscription_id: number }) | undefined> {
  return db
    .selectFrom("subscription_links as link")
    .innerJoin("status_pages as page", "page.id", "link.status_page_id")
    .select(pageColumns())
    .select("link.subscription_id")
    .where("link.token_hash", "=", hash)
    .where("link.purpose", "in", purpose === "manage" ? ["manage", "merged"] : [purpose])
    .where("page.id", "=", pageNamed(subdomain))
    .where((eb) => eb.or([eb("link.expires_at", "is", null), eb("link.expires_at", ">", now)]))
    .executeTakeFirst();
}
