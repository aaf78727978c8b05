import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { type Answer, STORED_BYTES } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { StatusPages } from "#db/types.ts";
import type { OrganizationGrant, PageGrant, UserGrant } from "#lib/core/access/authorize.ts";
import { mayRole, type Role } from "#lib/core/access/permissions.ts";
import { primaryAddress } from "#lib/core/addresses/queries.ts";
import type { Addressed } from "#lib/core/addresses/url.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

export type StatusPageRow = Selectable<StatusPages>;

const BY_ID: Order = { columns: ["id"], direction: "asc" };

/** Pages on which the caller has the permission `page.read`. */
function readablePages(db: Db, grant: OrganizationGrant) {
  const roles = [...grant.page_roles];
  const allowed = roles.filter(([, role]) => mayRole(role, "page.read")).map(([id]) => id);
  const others = roles.map(([id]) => id);
  const everywhere =
    grant.role === null ? grant.page_roles.size === 0 : mayRole(grant.role, "page.read");
  return db
    .selectFrom("status_pages")
    .where("organization_id", "=", grant.organization_id)
    .where(
      sql<boolean>`(id = any(${allowed}::bigint[]) or (${everywhere} and id <> all(${others}::bigint[])))`,
    );
}

export async function listStatusPageRows<Answered>(
  db: Db,
  grant: OrganizationGrant,
  slice: Slice,
  answer: Answer<StatusPageRow, Answered>,
): Promise<Listed<Answered>> {
  const pages = readablePages(db, grant).selectAll();
  const count = countAll(db, pages);
  return readList(db, pages, slice, { order: BY_ID, count, answer, bytes: STORED_BYTES });
}

export async function getStatusPageRow(db: Db, grant: PageGrant): Promise<StatusPageRow> {
  const row = await db
    .selectFrom("status_pages")
    .selectAll()
    .where("id", "=", grant.status_page_id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function insertStatusPage(
  trx: Trx,
  grant: OrganizationGrant,
  values: Omit<Insertable<StatusPages>, "organization_id">,
): Promise<StatusPageRow> {
  return trx
    .insertInto("status_pages")
    .values({ ...values, organization_id: grant.organization_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateStatusPageRow(
  trx: Trx,
  grant: PageGrant,
  values: Updateable<StatusPages>,
): Promise<StatusPageRow> {
  return trx
    .updateTable("status_pages")
    .set(values)
    .where("id", "=", grant.status_page_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function listSubdomains(db: Db, grant: OrganizationGrant): Promise<string[]> {
  const pages = db
    .selectFrom("status_pages")
    .select("subdomain")
    .where("organization_id", "=", grant.organization_id);
  return (await pages.orderBy("id").execute()).map(({ subdomain }) => subdomain);
}

export async function deleteStatusPageRow(trx: Trx, grant: PageGrant): Promise<void> {
  await trx.deleteFrom("status_pages").where("id", "=", grant.status_page_id).execute();
}

/** Whether a page is shown at a name, not just redirected from it. */
export async function isShownAt(trx: Trx, grant: PageGrant, name: string | null): Promise<boolean> {
  const found = await trx
    .selectFrom("addresses")
    .select("name")
    .where("status_page_id", "=", grant.status_page_id)
    .where("name", "=", name)
    .where("is_active", "=", true)
    .where("redirects_until", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

export type OwnPageRow = Addressed & {
  subdomain: string;
  name: string;
  organization_id: number;
  organization: string;
  role: Role;
  draft: boolean;
  time_zone: string;
};

/** With the user's role: the page's own, else the organization's. */
export async function listPagesOfUser(
  db: Db,
  grant: UserGrant,
  limit: number,
): Promise<OwnPageRow[]> {
  const { rows } = await sql<OwnPageRow>`
    select subdomain, address, name, organization_id, organization, role, draft, time_zone from (
      select distinct on (page.id) page.id, page.subdomain, ${primaryAddress()} as address,
        page.name, page.draft, page.time_zone, o.id as organization_id, o.name as organization, m.role
      from memberships as m
      join organizations as o on o.id = m.organization_id
      join status_pages as page on page.organization_id = m.organization_id
        and (m.status_page_id is null or m.status_page_id = page.id)
      where m.user_id = ${grant.user_id} and o.arriving_at is null
      order by page.id, m.status_page_id nulls last
    ) as page
    order by organization, name, id limit ${limit}`.execute(db);
  return rows;
}
