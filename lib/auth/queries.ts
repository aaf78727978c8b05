import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { pageNamed, primaryAddress } from "#lib/addresses/queries.ts";
import { remembered } from "#lib/auth/memory.ts";
import type { Restriction } from "#lib/auth/restriction.ts";
import type { Role } from "#lib/permissions.ts";

export type PageAccess = Restriction & {
  id: number;
  organization_id: number;
  subdomain: string;
  /** The name of the primary address. */
  address: string;
  time_zone: string;
  /** Whether search engines are to leave the page alone. */
  noindex: boolean;
  user_role: Role | null;
  /** The services of the user's access groups on the page; null when the user is in none. */
  group_service_ids: number[] | null;
  /** Until when the page may be asked for by this name, where that is a former one. */
  former_until: string | null;
};

const noindex = sql<boolean>`coalesce((page.settings->>'noindex')::boolean, false)`.as("noindex");

const rememberPage = remembered<PageAccess>();

/**
 * The page that has an address of this name, also a former one, and the role a user has there: the
 * page's own membership, else the organization's.
 */
export async function findPageAccess(
  db: Db,
  name: string,
  userId: number | null,
  now: string,
): Promise<PageAccess | undefined> {
  const query = () => queryPageAccess(db, name, userId, now);
  const found = await rememberPage(`${userId}:${name}`, query, ({ id, organization_id }) => ({
    status_page_id: id,
    organization_id,
    user_id: userId,
  }));
  const isOver = found?.former_until && found.former_until <= now;
  return isOver ? query() : found;
}

async function queryPageAccess(
  db: Db,
  name: string,
  userId: number | null,
  now: string,
): Promise<PageAccess | undefined> {
  return db
    .selectFrom("addresses")
    .innerJoin("status_pages as page", "page.id", "addresses.status_page_id")
    .select([
      "page.id",
      "page.organization_id",
      "page.subdomain",
      "page.time_zone",
      "page.draft",
      "page.member_restricted",
      "page.restricted_ips",
      "addresses.redirects_until as former_until",
    ])
    .select(primaryAddress().as("address"))
    .select(noindex)
    .select((eb) =>
      eb
        .selectFrom("memberships as m")
        .select("m.role")
        .whereRef("m.organization_id", "=", "page.organization_id")
        .where("m.user_id", "=", userId)
        .where((or) =>
          or.or([
            or("m.status_page_id", "is", null),
            or("m.status_page_id", "=", or.ref("page.id")),
          ]),
        )
        .orderBy("m.status_page_id", (order) => order.asc().nullsLast())
        .limit(1)
        .as("user_role"),
    )
    .select(
      sql<number[] | null>`(
      select coalesce(array_agg(distinct s.service_id) filter (where s.service_id is not null),
        '{}')
      from memberships as m
      join access_group_memberships as g on g.membership_id = m.id and g.status_page_id = page.id
      left join access_group_services as s on s.status_page_id = page.id
        and s.access_group_id = g.access_group_id
      where m.organization_id = page.organization_id and m.user_id = ${userId}
      having count(*) > 0
    )`.as("group_service_ids"),
    )
    .where("addresses.name", "=", name)
    .where("addresses.is_active", "=", true)
    .where((eb) => eb.or([eb("redirects_until", "is", null), eb("redirects_until", ">", now)]))
    .executeTakeFirst();
}

export type PageRow = Omit<PageAccess, "user_role" | "group_service_ids" | "former_until">;

/** The page as a job finds it, by id. */
export async function findPageById(db: Db, statusPageId: number): Promise<PageRow | undefined> {
  return db
    .selectFrom("status_pages as page")
    .select([
      "id",
      "organization_id",
      "subdomain",
      "time_zone",
      "draft",
      "member_restricted",
      "restricted_ips",
    ])
    .select(primaryAddress().as("address"))
    .select(noindex)
    .where("id", "=", statusPageId)
    .executeTakeFirst();
}

/** The roles of a user in an organization: of the whole (null) and of single pages. */
export async function listRoles(
  db: Db,
  organizationId: number,
  userId: number,
): Promise<{ status_page_id: number | null; role: Role }[]> {
  return db
    .selectFrom("memberships")
    .select(["status_page_id", "role"])
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .execute();
}

/** The organizations in which a user has a role, be it on one page only. */
export async function listOrganizationIds(db: Db, userId: number): Promise<number[]> {
  const query = db
    .selectFrom("memberships")
    .select("organization_id")
    .distinct()
    .where("user_id", "=", userId);
  return (await query.orderBy("organization_id").execute()).map((row) => row.organization_id);
}

export async function organizationExists(db: Db, organizationId: number): Promise<boolean> {
  const found = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .executeTakeFirst();
  return found !== undefined;
}

export type KeyOwner = {
  id: number;
  user_id: number | null;
  organization_id: number | null;
  role: Role | null;
};

const rememberKey = remembered<KeyOwner>();

/** The unrevoked key with this hash. */
export async function findKey(db: Db, tokenHash: Buffer): Promise<KeyOwner | undefined> {
  const query = db
    .selectFrom("api_keys")
    .select(["id", "user_id", "organization_id", "role"])
    .where("token_hash", "=", tokenHash)
    .where("revoked_at", "is", null);
  return rememberKey(
    tokenHash.toString("base64"),
    () => query.executeTakeFirst(),
    ({ user_id, organization_id }) => ({ user_id, organization_id }),
  );
}

/** Notes the use of a key, at most once a minute. */
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
  /** The page that it is for; null: the whole organization. */
  status_page: string | null;
  email: string;
  role: Role;
};

/** The invitation whose link has this hash, while it is open. */
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
 * The page and the subscription that a link is about, as long as it is good. Mail is kept for years:
 * a link works at every address of its page, also a former one that nobody else has taken.
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
    .select([
      "page.id",
      "page.organization_id",
      "page.subdomain",
      "page.time_zone",
      "page.draft",
      "page.member_restricted",
      "page.restricted_ips",
      "link.subscription_id",
    ])
    .select(primaryAddress().as("address"))
    .select(noindex)
    .where("link.token_hash", "=", hash)
    .where("link.purpose", "=", purpose)
    .where("page.id", "=", pageNamed(subdomain))
    .where((eb) => eb.or([eb("link.expires_at", "is", null), eb("link.expires_at", ">", now)]))
    .executeTakeFirst();
}
