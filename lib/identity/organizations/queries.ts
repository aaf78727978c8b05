import { type Selectable, sql } from "kysely";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import type { Organizations } from "#db/types.ts";
import type { OrganizationGrant, ProgramGrant, UserGrant } from "#lib/core/access/authorize.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export type OrganizationRow = Selectable<Organizations>;

export async function insertOrganization(
  trx: Trx,
  _grant: ProgramGrant | UserGrant,
  name: string,
): Promise<OrganizationRow> {
  return trx.insertInto("organizations").values({ name }).returningAll().executeTakeFirstOrThrow();
}

export async function insertOwnOrganization(
  trx: Trx,
  grant: UserGrant,
  name: string,
): Promise<OrganizationRow> {
  const organization = await insertOrganization(trx, grant, name);
  const { user_id } = grant;
  const owner = { user_id, organization_id: organization.id, role: "owner" as const };
  await trx
    .insertInto("memberships")
    .values({ ...owner, accepted_at: wireNow() })
    .execute();
  return organization;
}

export async function countOwned(db: Db, { user_id }: UserGrant): Promise<number> {
  const owned = db
    .selectFrom("memberships")
    .select("organization_id")
    .where("user_id", "=", user_id)
    .where("status_page_id", "is", null)
    .where("role", "=", "owner");
  return countAll(db, owned);
}

export async function lockOrganization(
  trx: Trx,
  grant: OrganizationGrant,
): Promise<OrganizationRow> {
  const row = await trx
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", grant.organization_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** @throws {AppError} `not_found` */
export async function getOrganizationRow(
  db: Db,
  grant: OrganizationGrant,
): Promise<OrganizationRow> {
  const row = await db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", grant.organization_id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function updateOrganizationRow(
  trx: Trx,
  grant: OrganizationGrant,
  values: { name: string; strong_sign_in_required: boolean; updated_at: string },
): Promise<OrganizationRow> {
  return trx
    .updateTable("organizations")
    .set(values)
    .where("id", "=", grant.organization_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteOrganizationRow(trx: Trx, grant: OrganizationGrant): Promise<void> {
  const { organization_id } = grant;
  await trx.deleteFrom("audit_log").where("organization_id", "=", organization_id).execute();
  await trx.deleteFrom("organizations").where("id", "=", organization_id).execute();
}

export type ListedOrganization = Pick<
  OrganizationRow,
  "id" | "name" | "moving_at" | "moved_to" | "arriving_at"
> & { pages: number; members: number };

export async function listOrganizationRows(
  db: Db,
  _grant: ProgramGrant,
): Promise<ListedOrganization[]> {
  const { rows } = await sql<ListedOrganization>`
    select o.id, o.name, o.moving_at, o.moved_to, o.arriving_at,
      (select count(*) from status_pages where organization_id = o.id) as pages,
      (select count(distinct user_id) from memberships where organization_id = o.id) as members
    from organizations as o order by o.id`.execute(db);
  return rows;
}

/**
 * `role`: in the whole organization; null: on single pages only. `moved_to`: the base address of
 * the installation that it has moved to.
 */
export type OwnOrganizationRow = {
  id: number;
  name: string;
  role: Role | null;
  moved_to: string | null;
};

export async function listOrganizationsOf(
  db: Db,
  grant: UserGrant,
  limit: number,
): Promise<OwnOrganizationRow[]> {
  return db
    .selectFrom("organizations as o")
    .leftJoin("memberships as m", (join) =>
      join
        .onRef("m.organization_id", "=", "o.id")
        .on("m.user_id", "=", grant.user_id)
        .on("m.status_page_id", "is", null),
    )
    .select(["o.id", "o.name", "m.role", "o.moved_to"])
    .where("o.id", "in", [...grant.organization_ids, 0])
    .orderBy("o.name")
    .orderBy("o.id")
    .limit(limit)
    .execute();
}
