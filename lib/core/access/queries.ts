import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { remembered } from "#lib/core/access/access-memory.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import type { Restriction } from "#lib/core/access/restriction.ts";
import { pageNamed, primaryAddress } from "#lib/core/addresses/queries.ts";
import type { MoveState } from "#lib/core/moves/move.ts";
import { moveStateOf } from "#lib/core/moves/queries.ts";

export type PageAccess = Restriction & {
  id: number;
  organization_id: number;
  subdomain: string;
  address: string;
  time_zone: string;
  noindex: boolean;
  move_state: MoveState | null;
  user_role: Role | null;
  /** The services of the user's access groups; null when the user is in none. */
  group_service_ids: number[] | null;
  /** When a former name ends; null for a current one. */
  former_until: string | null;
};

const NOINDEX = sql<boolean>`coalesce((page.settings->>'noindex')::boolean, false)`.as("noindex");

export function pageColumns() {
  return [
    "page.id",
    "page.organization_id",
    "page.subdomain",
    "page.time_zone",
    "page.draft",
    "page.member_restricted",
    "page.restricted_ips",
    primaryAddress().as("address"),
    NOINDEX,
    moveStateOf(sql.ref("page.organization_id")).as("move_state"),
  ] as const;
}

const rememberPage = remembered<PageAccess>();

/** Finds the page by any name; its own membership wins over the organization's. */
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
    .select(pageColumns())
    .select("addresses.redirects_until as former_until")
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

export async function findPageById(db: Db, statusPageId: number): Promise<PageRow | undefined> {
  return db
    .selectFrom("status_pages as page")
    .select(pageColumns())
    .where("id", "=", statusPageId)
    .executeTakeFirst();
}

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

/** Those that are still arriving are not shown. */
export async function listOrganizationIds(db: Db, userId: number): Promise<number[]> {
  const query = db
    .selectFrom("memberships as m")
    .innerJoin("organizations as o", "o.id", "m.organization_id")
    .select("m.organization_id")
    .distinct()
    .where("m.user_id", "=", userId)
    .where("o.arriving_at", "is", null);
  return (await query.orderBy("m.organization_id").execute()).map((row) => row.organization_id);
}

type PageMove = {
  /** Null also for a draft: only its members know of it. */
  moved_to: string | null;
  subdomain: string;
  status_page_id: number;
  organization_id: number;
};

const rememberPageMove = remembered<PageMove>();

/** By any name that it ever had and nobody else took: links in mails are kept for years. */
export async function findPageMove(db: Db, name: string): Promise<PageMove | undefined> {
  const query = () =>
    db
      .selectFrom("status_pages as page")
      .innerJoin("organizations as o", "o.id", "page.organization_id")
      .select(["page.subdomain", "page.id as status_page_id", "page.organization_id"])
      .select(sql<string | null>`case when not page.draft then o.moved_to end`.as("moved_to"))
      .where("page.id", "=", pageNamed(name))
      .executeTakeFirst();
  return rememberPageMove(name, query, (found) => found);
}

const rememberMoveState = remembered<{ state: MoveState | null }>();

/** Null: no move concerns the organization. */
export async function findMoveState(db: Db, organizationId: number): Promise<MoveState | null> {
  const query = async () => {
    const of = moveStateOf(sql`${organizationId}::bigint`);
    const { rows } = await sql<{ state: MoveState | null }>`select ${of} as state`.execute(db);
    return rows[0];
  };
  const dependsOn = () => ({ organization_id: organizationId });
  return (await rememberMoveState(String(organizationId), query, dependsOn))?.state ?? null;
}

export async function organizationExists(db: Db, organizationId: number): Promise<boolean> {
  const found = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .executeTakeFirst();
  return found !== undefined;
}
